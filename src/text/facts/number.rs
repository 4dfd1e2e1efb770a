//! Numbers in words: English, Russian, Chinese.

/// Words for numbers below one hundred and for the powers that multiply them.
const WORDS: &[(f64, &[&str])] = &[
    (0.0, &["zero", "ноль", "нуля"]),
    (1.0, &["one", "once", "один", "одна", "одно", "одного", "одной", "одну", "одним"]),
    (2.0, &["two", "twice", "два", "две", "двух", "двум", "двумя"]),
    (3.0, &["three", "три", "трёх", "трех", "трём", "трем", "тремя"]),
    (4.0, &["four", "четыре", "четырёх", "четырех", "четырём", "четырем", "четырьмя"]),
    (5.0, &["five", "пять", "пяти", "пятью"]),
    (6.0, &["six", "шесть", "шести", "шестью"]),
    (7.0, &["seven", "семь", "семи", "семью"]),
    (8.0, &["eight", "восемь", "восьми", "восемью"]),
    (9.0, &["nine", "девять", "девяти", "девятью"]),
    (10.0, &["ten", "десять", "десяти", "десятью"]),
    (11.0, &["eleven", "одиннадцать", "одиннадцати"]),
    (12.0, &["twelve", "двенадцать", "двенадцати"]),
    (13.0, &["thirteen", "тринадцать", "тринадцати"]),
    (14.0, &["fourteen", "четырнадцать", "четырнадцати"]),
    (15.0, &["fifteen", "пятнадцать", "пятнадцати"]),
    (16.0, &["sixteen", "шестнадцать", "шестнадцати"]),
    (17.0, &["seventeen", "семнадцать", "семнадцати"]),
    (18.0, &["eighteen", "восемнадцать", "восемнадцати"]),
    (19.0, &["nineteen", "девятнадцать", "девятнадцати"]),
    (20.0, &["twenty", "двадцать", "двадцати"]),
    (30.0, &["thirty", "тридцать", "тридцати"]),
    (40.0, &["forty", "сорок", "сорока"]),
    (50.0, &["fifty", "пятьдесят", "пятидесяти"]),
    (60.0, &["sixty", "шестьдесят", "шестидесяти"]),
    (70.0, &["seventy", "семьдесят", "семидесяти"]),
    (80.0, &["eighty", "восемьдесят", "восьмидесяти"]),
    (90.0, &["ninety", "девяносто"]),
    (100.0, &["hundred", "hundreds", "сто", "ста"]),
    (200.0, &["двести", "двухсот"]),
    (300.0, &["триста", "трёхсот", "трехсот"]),
    (500.0, &["пятьсот", "пятисот"]),
    (1e3, &["thousand", "thousands", "тысяча", "тысячи", "тысяч", "тыс"]),
    (1e6, &["million", "millions", "mln", "миллион", "миллиона", "миллионов", "млн"]),
    (1e9, &["billion", "billions", "миллиард", "миллиарда", "миллиардов", "млрд"]),
];

/// The value of a number word.
pub(super) fn word(word: &str) -> Option<f64> {
    WORDS.iter().find(|(_, words)| words.contains(&word)).map(|(value, _)| *value)
}

/// Ordinals: English words, and the stems of Russian ones. The first is none of them: it has a last as its opposite.
const ORDINALS: &[(f64, &[&str])] = &[
    (2.0, &["second", "втор"]),
    (3.0, &["third", "трет"]),
    (4.0, &["fourth", "четверт"]),
    (5.0, &["fifth", "пят"]),
    (6.0, &["sixth", "шест"]),
    (7.0, &["seventh", "седьм"]),
    (8.0, &["eighth", "восьм"]),
    (9.0, &["ninth", "девят"]),
    (10.0, &["tenth", "десят"]),
    (20.0, &["twentieth", "двадцат"]),
    (30.0, &["thirtieth", "тридцат"]),
];

/// The value of an ordinal, by the word or its stem.
pub(super) fn ordinal(word: &str, stem: &str) -> Option<f64> {
    ORDINALS.iter().find(|(_, words)| words.contains(&word) || words.contains(&stem)).map(|(value, _)| *value)
}

/// The value that two numbers after another make together: `twenty five`, `three hundred`, `5 thousand`.
pub(super) fn joined(before: f64, next: f64) -> Option<f64> {
    let power = [1e2, 1e3, 1e6, 1e9].contains(&next);
    if power && before > 0.0 && before < next {
        return Some(before * next);
    }
    let tens = (20.0..100.0).contains(&before) && before % 10.0 == 0.0 && (1.0..10.0).contains(&next);
    let hundreds = before >= 100.0 && before % 100.0 == 0.0 && next < 100.0;
    (tens || hundreds).then_some(before + next)
}

/// A number in digits without its commas, a decimal comma as a point. Zeros behind a point stay: 1.20 is no 1.2
/// where it is a version.
pub(super) fn digits(text: &str) -> Option<String> {
    if !text.starts_with(|c: char| c.is_ascii_digit()) || !text.ends_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let groups: Vec<&str> = text.split(',').collect();
    let thousands = groups.len() > 1
        && groups[0].len() <= 3
        && groups[1..].iter().all(|group| group.split('.').next().is_some_and(|it| it.len() == 3));
    let plain = if thousands { groups.concat() } else { text.replacen(',', ".", 1) };
    plain.parse::<f64>().ok()?;
    match plain.contains('.') {
        true => Some(plain),
        false => {
            Some(plain.trim_start_matches('0').to_owned()).map(|it| if it.is_empty() { "0".to_owned() } else { it })
        }
    }
}

/// The value of Chinese numerals, such as 三, 二十, 五千, 两万.
pub(super) fn chinese(numerals: &str) -> Option<f64> {
    let (mut total, mut section, mut digit) = (0.0, 0.0, None);
    for c in numerals.chars() {
        let power = match c {
            '十' => 10.0,
            '百' => 100.0,
            '千' => 1e3,
            '万' | '萬' => 1e4,
            '亿' | '億' => 1e8,
            _ => {
                digit = Some(digit.unwrap_or(0.0) * 10.0 + chinese_digit(c)?);
                continue;
            }
        };
        if power < 1e4 {
            section += digit.take().unwrap_or(1.0) * power;
        } else {
            total += (section + digit.take().unwrap_or(0.0)) * power;
            section = 0.0;
        }
    }
    Some(total + section + digit.unwrap_or(0.0))
}

/// Whether a character can be part of a Chinese numeral.
pub(super) fn is_chinese(c: char) -> bool {
    chinese_digit(c).is_some() || matches!(c, '十' | '百' | '千' | '万' | '萬' | '亿' | '億')
}

fn chinese_digit(c: char) -> Option<f64> {
    let at = "零一二三四五六七八九".chars().position(|digit| digit == c);
    match c {
        '两' | '兩' => Some(2.0),
        '〇' => Some(0.0),
        _ => at.map(|value| value as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_three_languages() {
        assert_eq!(word("fourteen"), Some(14.0));
        assert_eq!(word("трёх"), Some(3.0));
        assert_eq!(joined(20.0, 5.0), Some(25.0));
        assert_eq!(joined(3.0, 100.0), Some(300.0));
        assert_eq!(joined(8.0, 64.0), None);
        assert_eq!(digits("25,000").as_deref(), Some("25000"));
        assert_eq!(digits("1,234,567.5").as_deref(), Some("1234567.5"));
        assert_eq!(digits("0,5").as_deref(), Some("0.5"));
        assert_eq!(digits("007").as_deref(), Some("7"));
        assert_ne!(digits("1.20"), digits("1.2"));
        assert_eq!(digits("1.2.3"), None);
        assert_eq!(chinese("五千"), Some(5000.0));
        assert_eq!(chinese("二十三"), Some(23.0));
        assert_eq!(chinese("十二"), Some(12.0));
        assert_eq!(chinese("两万五千"), Some(25_000.0));
    }
}
