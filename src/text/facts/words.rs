//! What words say beside their meaning: which carry none of their own, which deny, which mean the same.
//!
//! English, Russian and Chinese; a word of another language counts as itself, which holds texts apart rather than
//! together.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Words that can come or go without changing what is said.
static LIGHT: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "a an the this that these those there here it its itself we us our ours you your they them their he she him her
    his i my me one's who whose whom which what when where how why is are was were be been being am has have had
    having do does did done doing will would shall get gets got getting go goes of in on at to for from by via
    through with into onto as within during about per and or so then than because since due reason also too just
    please note nb such both very really still yet already well use uses used using usage utilize utilise employ
    mean means way thing if even though while each every all any everyone everybody let lets make makes made making
    need needs needed provide provides provided give gives given gave giving but after before up down out off over
    under back away around inside above below more less fewer anything something someone anyone else them themselves
    happen happens degree degrees ago come comes coming other some в во на с со по из за от для при через у о об к
    ко и или а но что чтобы как это этот эта эти этого этой тот та те то того наш наша наше наши нашего нашей ваш мы
    нас нам вы вас они их им он она оно его её ее ему я мой свой свои своего быть есть был была было были будет
    будут является являются же ли бы также тоже уже ещё еще так из-за потому поэтому который которая которые
    которого которой все всех каждый каждая каждое каждые каждого любой используем используется используют
    использует если когда где перед после до больше меньше более менее 约 概 的 了 在 是 会 要 把 被 和 与 跟 及 对 从 到 至 于 以 由 为 也
    都 就 还 再 才 很 着 过 地 得 我 们 你 他 她 它 这 那 其 此 个 请 应 该 用 使 做 进 行 所 有 来 去 给 让 则 时 候 话"
    .split_whitespace()
    .collect()
});

/// Words that turn a statement round.
static NEGATIONS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "not no non never none nobody nothing nowhere neither nor without cannot hardly barely scarcely unless lack lacks
    except instead rather against don't doesn't didn't isn't aren't wasn't weren't won't wouldn't can't couldn't
    mustn't shouldn't needn't hasn't haven't hadn't mightn't ain't stop stops stopped avoid avoids ceased
    discontinued deprecated abandoned forbidden forbids prohibited banned unable impossible не ни нет нельзя никогда
    никто никому ничего нигде без кроме вместо невозможно запрещено запрещён запрещен запрещена запрещены перестали
    отказались ні немає ніколи крім 不 没 未 无 非 别 勿 莫 否 禁 無 沒 nicht kein keine keinen keiner keinem nie niemals ohne
    niemand nichts ne pas jamais sans aucun aucune nunca sin ningún ninguna nada nadie jamás não sem mai senza
    nessun nessuna bez nigdy"
    .split_whitespace()
    .collect()
});

/// Words that keep everything else out.
const EXCLUSIVE: &[&str] =
    &["only", "solely", "sole", "exclusively", "merely", "только", "лишь", "исключительно", "只", "仅", "唯", "僅"];

/// Words that say how binding something is; what is allowed need not be done.
const BINDING: &[(Binding, &[&str])] = &[
    (
        Binding::Must,
        &[
            "must",
            "required",
            "obliged",
            "mandatory",
            "обязан",
            "обязаны",
            "обязательно",
            "должен",
            "должны",
            "须",
            "需",
        ],
    ),
    (Binding::Should, &["should", "ought", "recommended", "advised", "рекомендуется", "рекомендуем", "следует"]),
    (
        Binding::May,
        &[
            "can",
            "may",
            "might",
            "could",
            "optional",
            "optionally",
            "может",
            "могут",
            "можно",
            "необязательно",
            "可",
            "能",
        ],
    ),
    (Binding::Will, &["will", "shall", "будет", "будут", "将"]),
];

/// Words that say it is past.
const PAST: &[&str] = &["was", "were", "did", "been", "had", "был", "была", "было", "были", "已"];

/// Pairs of which one is not the other, though each alone may be left out.
const OPPOSITES: &[(&str, &str)] = &[
    ("on", "off"),
    ("up", "down"),
    ("before", "after"),
    ("over", "under"),
    ("above", "below"),
    ("first", "last"),
    ("more", "less"),
    ("more", "fewer"),
    ("most", "least"),
    ("up", "least"),
    ("more", "most"),
    ("less", "least"),
    ("over", "most"),
    ("under", "least"),
    ("up", "more"),
    ("always", "never"),
    ("all", "some"),
    ("every", "some"),
    ("either", "both"),
    ("any", "both"),
    ("any", "all"),
    ("past", "to"),
    ("until", "after"),
    ("am", "pm"),
    ("he", "she"),
    ("his", "her"),
    ("my", "your"),
    ("до", "после"),
    ("перед", "после"),
    ("всегда", "никогда"),
    ("больше", "меньше"),
    ("более", "менее"),
    ("前", "后"),
    ("前", "後"),
    ("上", "下"),
    ("里", "外"),
    ("进", "出"),
    ("来", "去"),
    ("被", "把"),
    ("对", "错"),
    ("in", "out"),
    ("to", "from"),
    ("into", "from"),
    ("inside", "outside"),
    ("here", "there"),
    ("i", "you"),
    ("me", "you"),
    ("give", "take"),
    ("в", "из"),
    ("на", "под"),
    ("от", "к"),
    ("за", "против"),
    ("наш", "ваш"),
    ("он", "она"),
    ("его", "её"),
    ("его", "ее"),
    ("内", "外"),
];

/// Words with the same meaning; the first stands for all. Forms that a stemmer does not bring together are here too.
const SAME: &[&[&str]] = &[
    &[
        "keep", "keeps", "kept", "store", "stored", "stores", "storing", "hold", "holds", "held", "save", "saved",
        "saves", "retain", "retained", "stay", "stays", "remain", "remains", "live", "lives", "reside", "resides",
    ],
    &["start", "starts", "started", "begin", "begins", "began", "begun"],
    &["choose", "chose", "chosen", "choice", "pick", "picked", "select", "selected", "decide", "decided", "decision"],
    &["send", "sends", "sent"],
    &["write", "writes", "wrote", "written"],
    &["build", "builds", "built"],
    &["run", "runs", "ran", "running"],
    &["break", "broke", "broken"],
    &["buy", "bought", "purchase"],
    &["find", "found"],
    &["give", "gives", "gave", "given"],
    &["see", "seen", "saw"],
    &["put", "puts", "place"],
    &["delete", "deleted", "deletes", "deletion", "remove", "removed", "removes", "removal", "erase", "erased"],
    &["large", "big", "huge"],
    &["quick", "quickly", "fast"],
    &["folder", "directory", "dir"],
    &["configuration", "config", "conf"],
    &["repository", "repo", "repos", "repositories"],
    &["documentation", "docs", "doc"],
    &["database", "databases", "db"],
    &["production", "prod"],
    &["application", "applications", "app", "apps"],
    &["authentication", "auth"],
    &["environment", "env"],
    &["customer", "customers", "client's", "customer's"],
    &["image", "images", "picture", "pictures"],
    &["advance", "ahead", "beforehand"],
    &["show", "shows", "shown", "display", "displays"],
    &["reach", "reachable", "access", "accessible", "available"],
    &["happen", "occur", "occurs"],
    &["must", "mandatory"],
    &["fail", "fails", "failed", "failure", "failures"],
    &["additional", "extra"],
    &["automatic", "automatically", "automated"],
    &["minute", "minutes", "min", "mins"],
    &["second", "seconds", "sec", "secs"],
    &["hour", "hours", "hr", "hrs"],
    &["pixel", "pixels", "px"],
    &["answer", "answers", "answered", "reply", "replies", "replied", "respond", "responds"],
    &["skip", "skips", "skipped", "ignore", "ignores", "ignored"],
    &["maintain", "maintains", "maintained", "manage", "manages", "managed"],
    &["percent", "%"],
    &["celsius", "°c"],
    &["fahrenheit", "°f"],
    &["euro", "euros", "eur", "€"],
    &["dollar", "dollars", "usd", "$"],
    &["картинка", "картинки", "картинок", "изображение", "изображения", "изображений"],
    &["лежит", "хранится", "находится", "лежат", "хранятся", "находятся", "хранит", "хранят"],
    &["начинается", "стартует"],
    &["天", "日"],
];

/// How binding a statement is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Binding {
    /// It obliges.
    Must,
    /// It recommends.
    Should,
    /// It permits.
    May,
    /// It foretells.
    Will,
}

/// What a word is here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// It can come or go.
    Light,
    /// It turns the statement round.
    Negation,
    /// It keeps everything else out.
    Exclusive,
    /// It says how binding the statement is.
    Binding(Binding),
    /// It carries meaning of its own.
    Content,
}

/// The role of a folded word.
pub(super) fn role(word: &str) -> Role {
    let among = |list: &[&str]| list.contains(&word);
    // Korean denies in the middle of a word.
    if NEGATIONS.contains(word) || word.contains(['않', '없', '못']) {
        return Role::Negation;
    }
    if let Some((binding, _)) = BINDING.iter().find(|(_, words)| among(words)) {
        return Role::Binding(*binding);
    }
    match word {
        _ if among(EXCLUSIVE) => Role::Exclusive,
        _ if LIGHT.contains(word) || among(PAST) => Role::Light,
        _ => Role::Content,
    }
}

/// Whether a word says that it is past.
pub(super) fn is_past(word: &str) -> bool {
    PAST.contains(&word)
}

/// The word that stands for all of the same meaning.
pub(super) fn standing_for(word: &str) -> Option<&'static str> {
    SAME.iter().find(|group| group.contains(&word)).map(|group| group[0])
}

/// A pair of which the one text says the one more often, and the other text the other.
pub(super) fn opposed(a: impl Fn(&str) -> usize, b: impl Fn(&str) -> usize) -> Option<(&'static str, &'static str)> {
    OPPOSITES.iter().find_map(|(x, y)| {
        if a(x) > b(x) && b(y) > a(y) {
            Some((*x, *y))
        } else if a(y) > b(y) && b(x) > a(x) {
            Some((*y, *x))
        } else {
            None
        }
    })
}

/// Units of time, of which "a day" means one.
const TIMES: &[&str] = &["second", "minute", "hour", "day", "week", "fortnight", "month", "quarter", "year", "decade"];
const RUSSIAN_TIMES: &[&str] = &["секунду", "минуту", "час", "день", "сутки", "неделю", "месяц", "квартал", "год"];

/// How often, as one word, and the unit that it is of.
const OFTEN: &[(&str, &str)] = &[
    ("hourly", "hour"),
    ("daily", "day"),
    ("nightly", "night"),
    ("weekly", "week"),
    ("monthly", "month"),
    ("quarterly", "quarter"),
    ("yearly", "year"),
    ("annually", "year"),
    ("annual", "year"),
];

/// The unit of which a word says "every one": `weekly`.
pub(super) fn every(word: &str) -> Option<&'static str> {
    OFTEN.iter().find(|(often, _)| *often == word).map(|(_, unit)| *unit)
}

/// Whether these two words together say "one": `a day`, `every week`, `через час`.
pub(super) fn says_one(before: &str, word: &str) -> bool {
    match before {
        "a" | "an" => TIMES.contains(&word),
        "every" | "each" | "per" => role(word) == Role::Content,
        "каждый" | "каждую" | "каждое" | "каждые" | "каждого" | "каждой" => {
            role(word) == Role::Content
        }
        "на" | "за" | "через" | "около" | "спустя" => RUSSIAN_TIMES.contains(&word),
        _ => false,
    }
}

/// A unit that is one letter behind a number.
pub(super) fn short_unit(word: &str) -> Option<&'static str> {
    match word {
        "h" | "ч" => Some("hour"),
        "s" | "с" => Some("second"),
        "d" => Some("day"),
        _ => None,
    }
}
