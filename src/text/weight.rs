//! How much a term counts in a query.
//!
//! In a small store a question's "when did" is rare and BM25 takes rare for telling: measured on
//! conversations, that costs a tenth of the quality. Dropping stop words would empty queries made of
//! nothing else and damage languages whose content words look like another language's stop words; a low
//! weight on the query's side alone does neither, and leaves the index complete.

use super::analyse::terms;
use super::script::Script;
use std::collections::HashSet;
use std::sync::LazyLock;

/// The weight of articles, pronouns, auxiliaries and question words.
const FUNCTION_WORD: f32 = 0.25;

/// The weight of pairs of hiragana, which are mostly endings and particles.
const HIRAGANA_PAIR: f32 = 0.5;

static FUNCTION_WORDS: LazyLock<HashSet<String>> =
    LazyLock::new(|| WORDS.iter().flat_map(|words| terms(words)).collect());

static MOMENTS: LazyLock<HashSet<String>> = LazyLock::new(|| WHEN.iter().flat_map(|words| terms(words)).collect());

/// Whether a term of a query says nothing against the records when none of them holds it: the glue of a question,
/// and the words for moments, which are kept as dates and asked for by filters.
pub fn may_be_absent(term: &str) -> bool {
    FUNCTION_WORDS.contains(term) || MOMENTS.contains(term)
}

/// The weight of an index term as part of a query, in (0, 1]. Multiply the term's score by it.
pub fn query_weight(term: &str) -> f32 {
    if FUNCTION_WORDS.contains(term) {
        return FUNCTION_WORD;
    }
    if is_hiragana_pair(term) {
        return HIRAGANA_PAIR;
    }
    1.0
}

fn is_hiragana_pair(term: &str) -> bool {
    let mut chars = term.chars();
    let pair = (chars.next(), chars.next(), chars.next());
    let hiragana = |c: char| ('\u{3041}'..='\u{309F}').contains(&c);
    matches!(pair, (Some(a), Some(b), None) if hiragana(a) && hiragana(b))
        && term.chars().all(|c| Script::of(c) == Some(Script::Kana))
}

/// One line or two per language. Words that carry content in another language written in the same
/// script are left out (German `war`, `die`, `mit`; Spanish `sin`; French `son`, `pour`).
const WORDS: &[&str] = &[
    // English
    "a an the and or but if of at by for with about into to from in on as is am are was were be been \
     being do does did doing done has have had having can could would should shall might must not no nor so \
     than that this these those then there here it its he him his she her hers they them their theirs \
     we our ours you your yours i me my myself yourself himself herself itself themselves what \
     which who whom whose when where why how don't doesn't didn't isn't wasn't weren't can't couldn't won't \
     wouldn't shouldn't haven't hasn't hadn't aren't also just very too some any such because while",
    // German
    "der das dem ein eine einen einem einer eines und oder aber ist sind waren wird werden wurde wurden \
     sein haben hatte hatten kann konnte ich du er sie es wir ihr mein dein unser im von zu zum zur auf \
     aus bei nach nicht auch wie wer wen wem wo wann warum wieso was welche welcher welches welchen \
     wieviel wohin woher als dass sich uber fur durch",
    // French
    "le la les un une du des et ou mais est sont etait etaient etre ont avait ce cet cette ces il elle \
     ils elles nous vous je tu ne pas dans sur par avec que qui quoi quel quelle quels quelles quand \
     comment pourquoi combien leur leurs au aux",
    // Spanish, Portuguese, Italian
    "el los las una unos unas del al y o pero es fue eran ser esta estan este estos estas que \
     quien quienes cual cuales cuando donde como cuanto cuantos cuanta cuantas por para con se su sus lo \
     um uma uns umas da na em mas foi foram qual quais onde quem quanto quantos quantas porque \
     il gli uno della dello delle degli nella nel dei di che sono erano quale quali quando dove \
     quanti quante perche cosa",
    // Dutch, Swedish, Danish, Norwegian
    "het een van en zijn hij zij wij niet wat wie waar wanneer waarom hoe welke hoeveel \
     det ett och som ar inte vad vem hur vilken vilket vilka varfor et er ikke hvad hvem hvor hvornar \
     hvorfor hvordan hvilken hvilket hvilke hva hvilken",
    // Polish, Czech
    "jest sa byl byla bylo byly nie czy kto gdzie kiedy dlaczego jak jaki jaka jakie ktory ktora ktore \
     ile je jsou neni kdo kde kdy proc jaky jaka jake ktery ktera ktere kolik",
    // Turkish
    "ve veya bir bu ne kimin nerede nereye nereden nasil neden nicin hangi hangisi kac icin ile mi mu",
    // Finnish, Hungarian, Romanian
    "ja on oli ovat mita kuka missa milloin miksi miten kuinka az egy es hogy mi ki hol mikor \
     miert hogyan melyik mennyi sunt este ce unde cand cate",
    // Vietnamese, Indonesian
    "la cua nhung duoc nao khi dau bao nhieu yang di dari untuk siapa kapan dimana mengapa \
     bagaimana berapa adalah",
    // Russian, Ukrainian
    "и в во на с со к ко о об от до из у за по под над при для не ни но а или что кто где когда куда \
     откуда почему зачем как какой какая какое какие каких каким какому какую который которая которое \
     которые которых сколько чей чья это этот эта эти был была было были есть быть он она оно они его \
     ее их мы вы я ты мне меня нас вас бы ли же то тот чем чего чему кого кому \
     і й та що хто де коли куди чому як який яка яке які скільки є був була було були це цей ця ці він \
     вона воно вони його її їх",
    // Greek
    "ο η το οι τα του της των τον την τους τις και ή αλλά σε στο στη στην στον στις στα από για με να \
     θα είναι ήταν που πού πότε πώς πως ποιος ποια ποιο ποιοι ποιες γιατί τι πόσο πόσα πόσοι πόσες",
    // Arabic, Persian
    "في من إلى على عن مع ما ماذا متى أين كيف لماذا هل كم أي هو هي هم هذا هذه ذلك تلك التي الذي كان كانت \
     أن إن لا لم و أو ثم قد که چه کجا کی چرا چگونه است این آن را از به با برای بود",
    // Hebrew
    "של את על אל עם הוא היא הם הן זה זאת זו מה מי מתי איפה היכן איך כיצד למה מדוע כמה איזה איזו אילו לא כן או גם כי אם היה הייתה היו",
    // Hindi
    "का की के को में से पर ने और या है हैं था थी थे हो यह वह ये वे क्या कौन कब कहाँ कैसे क्यों कितना \
     कितने कितनी किस किसने किसे किसका कौनसा जो भी ही तो एक लिए",
    // Thai
    "คือ เป็น อยู่ ใน ที่ ของ และ หรือ ได้ ให้ มี ไม่ จะ จาก โดย กับ ใคร อะไร ไหน ที่ไหน เมื่อไร เมื่อไหร่ เมื่อใด ใด อย่างไร \
     ทำไม กี่ เท่าไร เท่าไหร่ บ้าง ไหม หรือไม่ ว่า ถูก",
    // Chinese
    "的 了 是 在 和 什么 什麼 哪些 哪里 哪裡 哪个 哪個 哪一 谁 誰 多少 几 幾 怎么 怎麼 为何 如何 为什 為什 吗 嗎 呢",
    // Japanese
    "何 誰 いつ どこ なぜ どの どれ いくつ",
    // Korean
    "무엇 누구 어디 언제 어떻 떻게 무슨 어느 얼마 인가 입니 니까 습니 는가",
];

/// Words that place a question in time, language by language.
const WHEN: &[&str] = &[
    "yesterday today tomorrow last past previous this next week month year day days weeks months years ago recently \
     lately since",
    "gestern heute morgen letzte letzten letzter letztes vorige vorigen woche wochen monat monate jahr jahre kürzlich \
     neulich seit",
    "hier aujourd'hui demain dernier dernière semaine mois an année récemment depuis",
    "ayer hoy mañana pasado pasada último última semana mes año recientemente desde hace",
    "ieri oggi domani scorso scorsa settimana mese anno recentemente",
    "ontem hoje amanhã passado passada semana mês ano recentemente",
    "вчера сегодня завтра прошлый прошлая прошлое прошлой прошлом прошлую прошлого последний последняя последней \
     неделя неделе неделю недели месяц месяце год году день дней назад недавно",
    "вчора сьогодні минулий минулого тиждень тижні місяць рік",
    "昨天 今天 前天 上周 上週 本周 上个 上個 个月 個月 去年 今年 最近",
    "昨日 今日 一昨日 先週 今週 先月 今月 昨年 去年 今年 最近",
    "어제 오늘 그제 지난 주에 지난주 이번 작년 올해 최근",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn function_words_count_less_and_never_nothing() {
        for word in ["the", "when", "did", "wann", "quando", "когда", "где", "什么", "เมื่อไร", "ביתו של"]
        {
            let least = terms(word).iter().map(|term| query_weight(term)).fold(1.0, f32::min);
            assert_eq!(least, FUNCTION_WORD, "{word}");
        }
        assert_eq!(query_weight("です"), HIRAGANA_PAIR);
        for word in ["when", "yesterday", "неделе", "Woche", "昨天"] {
            assert!(terms(word).iter().any(|term| may_be_absent(term)), "{word}");
        }
        assert!(!may_be_absent("deploy"));
    }

    #[test]
    fn content_words_count_whole() {
        let words = "war die mit son sin pain bin hat man dog rust user main id AI US May OS cat \
                     книга 北京 서울 ภาษา カタ C++";
        for word in words.split(' ') {
            let most = terms(word).iter().map(|term| query_weight(term)).fold(0.0, f32::max);
            assert_eq!(most, 1.0, "{word}");
        }
    }
}
