//! The lexical leg in many languages: a question's words find their fact, whatever the script.

use crate::support::Place;

/// Language, fact, and a question that shares a word of another form or spelling with it.
const CASES: &[(&str, &str, &str)] = &[
    ("English", "The indexer retries failed uploads", "retrying an upload"),
    ("Russian", "Пароли хранятся в базе данных", "где хранить пароль"),
    ("Ukrainian", "Резервні копії створюються щоночі", "резервна копія"),
    ("German", "Die Häuser werden im Frühling gestrichen", "HAUSER streichen im Fruhling"),
    ("French", "Les équipes déploient le mardi", "equipe deploie mardi"),
    ("Spanish", "La contraseña caduca cada año", "contrasena caduca"),
    ("Portuguese", "A configuração fica no servidor", "configuracao servidor"),
    ("Italian", "La città più grande è Milano", "citta Milano"),
    ("Polish", "Żółte światło oznacza uwagę", "zolte swiatlo"),
    ("Turkish", "İstanbul sunucusu yavaş çalışıyor", "istanbul sunucusu"),
    ("Vietnamese", "Máy chủ chạy ở Hà Nội", "may chu ha noi"),
    ("Greek", "Ο διακομιστής βρίσκεται στην Αθήνα", "διακομιστης ΑΘΗΝΑ"),
    ("Hebrew", "השרת נמצא בתל אביב", "שרת תל אביב"),
    ("Arabic", "الخادم موجود في القاهرة", "القاهرة خادم"),
    ("Hindi", "सर्वर दिल्ली में स्थित है", "दिल्ली सर्वर"),
    ("Thai", "เซิร์ฟเวอร์ตั้งอยู่ที่กรุงเทพ", "กรุงเทพ"),
    ("Chinese", "数据库每天晚上备份一次", "备份数据库"),
    ("Japanese", "サーバーは東京のデータセンターにあります", "東京 データセンター"),
    ("Korean", "서버는 서울에 있습니다", "서울 서버"),
    ("Full-width", "ＡＢＣ sensor firmware", "abc firmware"),
    ("Identifiers", "getUserName reads src/main.rs and raises ERR_CONN_42 since v1.2.3", "get_user_name main.rs"),
    ("C++", "The parser is written in C++ for .NET hosts", "C++"),
];

#[test]
fn every_language_finds_its_fact_first() {
    let place = Place::new();
    let facts: String = CASES.iter().map(|(_, fact, _)| format!("{fact}\n")).collect();
    place.pipe(["memorize", "-"], facts).clean();
    let queries: String = CASES
        .iter()
        .map(|(language, _, query)| format!("{}\n", serde_json::json!({"ref": language, "query": query, "limit": 1})))
        .collect();
    let found = place.pipe(["remember", "-", "--mode", "lexical", "--min-relevance", "0"], queries).clean().records();
    for (language, fact, query) in CASES {
        let hit = found.iter().find(|hit| hit["ref"] == *language);
        assert_eq!(hit.map(|hit| hit["content"].as_str().unwrap()), Some(*fact), "{language}: {query}");
    }
}

#[test]
fn identifiers_are_found_whole_and_by_part() {
    let place = Place::new();
    let facts = "getUserName is deprecated since v1.2.3\nthe entry point is src/main.rs of the tool\nERR_CONN_42 means the peer hung up\nC++ headers live in include here\n.NET builds run on Windows agents\nplain prose without anything special\n";
    place.pipe(["memorize", "-"], facts).clean();
    for (query, word) in [
        ("get_user_name", "getUserName"),
        ("userName", "getUserName"),
        ("1.2.3", "v1.2.3"),
        ("main.rs", "src/main.rs"),
        ("err_conn_42", "ERR_CONN_42"),
        ("C++", "C++"),
        (".NET", ".NET"),
    ] {
        let found = place.run(["remember", query, "--mode", "lexical", "-n", "1", "--min-relevance", "0"]).clean();
        assert!(found.field("content")[0].contains(word), "{query}: {}", found.stdout);
    }
}
