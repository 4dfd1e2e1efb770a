//! The probe's texts: a dozen everyday and technical facts, each as a question and a sentence
//! that answers it, in the languages of every script that is told apart.
//!
//! The same facts everywhere, so that the scripts' figures can be compared; few words shared
//! within a pair, so that meaning and not spelling is measured; no names, digits or Latin
//! letters in the other scripts, because a model that knows only English would cling to them.
//! One line is `question | sentence`. Changing any of it means a new `VERSION` in `probe`.

use super::probe::Writing;

/// A script with its groups; a question competes with the sentences of its own group, which is
/// of one language, so that recognising the language wins nothing.
pub(super) type ScriptTexts = (Writing, &'static [&'static str]);

/// All texts of the probe.
pub(super) const TEXTS: &[ScriptTexts] = &[
    (Writing::English, &[ENGLISH]),
    (Writing::Latin, &[GERMAN, FRENCH, SPANISH, PORTUGUESE, TURKISH, POLISH]),
    (Writing::Cyrillic, &[RUSSIAN]),
    (Writing::Greek, &[GREEK]),
    (Writing::Arabic, &[ARABIC]),
    (Writing::Hebrew, &[HEBREW]),
    (Writing::Devanagari, &[HINDI]),
    (Writing::Thai, &[THAI]),
    (Writing::Han, &[CHINESE]),
    (Writing::Kana, &[JAPANESE]),
    (Writing::Hangul, &[KOREAN]),
];

const ENGLISH: &str = "\
Why did the nightly job die? | The kernel killed the process because the container ran out of memory.
Where do I change my password? | Credentials are edited under settings, on the security tab.
When does the bakery open on Sunday? | At weekends fresh bread is sold from half past seven in the morning.
How long do eggs cook to stay soft? | Five minutes in boiling water leave the yolk liquid.
What makes the sky look blue? | Air molecules scatter the short wavelengths of sunlight most strongly.
Which database did the team choose? | All records will live in a relational server with transactions.
How can I reach the airport without a car? | An express train leaves the main station for the terminal every twenty minutes.
What helps against a headache? | Drinking enough water and taking a tablet usually relieves the pain.
Who may approve a release? | Only the two maintainers are allowed to sign off a new version.
How do I undo my last edit? | Restoring the previous revision from the history brings back the old state.
Why do my tomato plants turn yellow? | Too much moisture or too little nitrogen makes leaves lose their green colour.
How much does the flat cost a month? | The rent is nine hundred euros, heating included.";

const GERMAN: &str = "\
Warum ist der nächtliche Auftrag gestorben? | Der Kern hat den Prozess beendet, weil der Speicher erschöpft war.
Wo kann ich mein Passwort ändern? | Zugangsdaten bearbeitet man in den Einstellungen unter Sicherheit.
Wie komme ich ohne Auto zum Flughafen? | Alle zwanzig Minuten fährt vom Hauptbahnhof ein Schnellzug zum Terminal.
Wie viel kostet die Wohnung im Monat? | Die Miete beträgt neunhundert Euro einschließlich Heizung.";

const FRENCH: &str = "\
À quelle heure ouvre la boulangerie le dimanche ? | Le week-end, on vend du pain frais dès sept heures et demie du matin.
Combien de temps cuire des œufs pour qu'ils restent mollets ? | Cinq minutes dans l'eau bouillante laissent le jaune coulant.
Qui peut approuver une livraison ? | Seuls les deux mainteneurs ont le droit de valider une nouvelle version.
Qu'est-ce qui soulage un mal de tête ? | Boire assez d'eau et prendre un comprimé calme en général la douleur.";

const SPANISH: &str = "\
¿Por qué se ve azul el cielo? | Las moléculas del aire dispersan con más fuerza las longitudes de onda cortas de la luz solar.
¿Qué base de datos eligió el equipo? | Todos los registros vivirán en un servidor relacional con transacciones.
¿Cómo deshago mi última edición? | Restaurar la revisión anterior del historial recupera el estado antiguo.
¿Por qué amarillean mis tomateras? | El exceso de humedad o la falta de nitrógeno quita a las hojas su color verde.";

const PORTUGUESE: &str = "\
Por que a tarefa da noite morreu? | O núcleo encerrou o processo porque o contêiner ficou sem memória.
Quando abre a padaria aos domingos? | No fim de semana vende-se pão fresco a partir das sete e meia da manhã.
O que ajuda contra dor de cabeça? | Beber bastante água e tomar um comprimido costuma aliviar o incômodo.
Quanto custa o apartamento por mês? | O aluguel é de novecentos euros, com aquecimento incluído.";

const TURKISH: &str = "\
Şifremi nerede değiştirebilirim? | Giriş bilgileri ayarlarda güvenlik sekmesinden düzenlenir.
Havaalanına arabasız nasıl giderim? | Ana gardan terminale yirmi dakikada bir ekspres tren kalkıyor.
Gökyüzü neden mavi görünür? | Hava molekülleri güneş ışığının kısa dalga boylarını daha güçlü saçar.
Bir sürümü kim onaylayabilir? | Yeni bir yayına yalnızca iki bakımcı imza atma yetkisine sahiptir.";

const POLISH: &str = "\
Jak długo gotować jajka, żeby były miękkie? | Pięć minut we wrzącej wodzie zostawia płynne żółtko.
Jaką bazę danych wybrał zespół? | Wszystkie rekordy będą trzymane na serwerze relacyjnym z transakcjami.
Jak cofnąć moją ostatnią zmianę? | Przywrócenie poprzedniej wersji z historii odtwarza dawny stan.
Dlaczego moje pomidory żółkną? | Nadmiar wilgoci albo brak azotu sprawia, że liście tracą zielony kolor.";

const RUSSIAN: &str = "\
Почему упало ночное задание? | Ядро завершило процесс, потому что контейнеру не хватило памяти.
Где мне сменить пароль? | Учётные данные правятся в настройках, на вкладке безопасности.
Когда в воскресенье открывается булочная? | По выходным свежий хлеб продают с половины восьмого утра.
Сколько варить яйца всмятку? | Пять минут в кипятке оставляют желток жидким.
Отчего небо кажется голубым? | Молекулы воздуха сильнее всего рассеивают короткие волны солнечного света.
Какую базу данных выбрала команда? | Все записи будут лежать на реляционном сервере с транзакциями.
Как добраться до аэропорта без машины? | Экспресс отходит от главного вокзала к терминалу каждые двадцать минут.
Что помогает от головной боли? | Достаточно воды и одна таблетка обычно снимают неприятные ощущения.
Кто может одобрить выпуск? | Подписать новую версию разрешено только двум сопровождающим.
Как отменить мою последнюю правку? | Восстановление предыдущей редакции из истории возвращает прежнее состояние.
Почему желтеют мои помидоры? | От лишней влаги или нехватки азота листья теряют зелёный цвет.
Сколько стоит квартира в месяц? | Аренда составляет девятьсот евро вместе с отоплением.";

const GREEK: &str = "\
Γιατί σταμάτησε η νυχτερινή εργασία; | Ο πυρήνας τερμάτισε τη διεργασία επειδή τελείωσε η μνήμη.
Πού αλλάζω τον κωδικό μου; | Τα στοιχεία πρόσβασης ρυθμίζονται στις επιλογές, στην καρτέλα ασφάλειας.
Πότε ανοίγει ο φούρνος την Κυριακή; | Τα σαββατοκύριακα πωλείται φρέσκο ψωμί από τις επτάμισι το πρωί.
Πόση ώρα βράζουν τα αυγά για να μείνουν μελάτα; | Πέντε λεπτά σε καυτό νερό αφήνουν τον κρόκο ρευστό.
Τι κάνει τον ουρανό να φαίνεται γαλάζιος; | Τα μόρια του αέρα σκεδάζουν πιο έντονα τα μικρά μήκη κύματος του ηλιακού φωτός.
Ποια βάση δεδομένων διάλεξε η ομάδα; | Όλες οι εγγραφές θα βρίσκονται σε σχεσιακό διακομιστή με συναλλαγές.
Πώς πάω στο αεροδρόμιο χωρίς αυτοκίνητο; | Ταχεία αμαξοστοιχία φεύγει από τον κεντρικό σταθμό κάθε είκοσι λεπτά.
Τι βοηθά στον πονοκέφαλο; | Αρκετό νερό και ένα χάπι συνήθως ανακουφίζουν την ενόχληση.
Ποιος μπορεί να εγκρίνει μια κυκλοφορία; | Μόνο οι δύο συντηρητές επιτρέπεται να υπογράψουν νέα έκδοση.
Πώς αναιρώ την τελευταία μου αλλαγή; | Η επαναφορά της προηγούμενης αναθεώρησης από το ιστορικό φέρνει πίσω την παλιά κατάσταση.
Γιατί κιτρινίζουν οι ντομάτες μου; | Υπερβολική υγρασία ή έλλειψη αζώτου κάνει τα φύλλα να χάνουν το πράσινο χρώμα.
Πόσο κοστίζει το διαμέρισμα τον μήνα; | Το ενοίκιο είναι εννιακόσια ευρώ μαζί με τη θέρμανση.";

const ARABIC: &str = "\
لماذا توقفت المهمة الليلية؟ | أنهت النواة العملية لأن ذاكرة الحاوية نفدت.
أين أغير كلمة المرور؟ | تعدل بيانات الدخول من الإعدادات في قسم الأمان.
متى يفتح المخبز يوم الأحد؟ | في عطلة نهاية الأسبوع يباع الخبز الطازج من السابعة والنصف صباحا.
كم من الوقت يسلق البيض ليبقى طريا؟ | خمس دقائق في الماء المغلي تترك الصفار سائلا.
ما الذي يجعل السماء زرقاء؟ | جزيئات الهواء تشتت الموجات القصيرة من ضوء الشمس بقوة أكبر.
أي قاعدة بيانات اختار الفريق؟ | ستحفظ كل السجلات في خادم علائقي يدعم المعاملات.
كيف أصل إلى المطار بدون سيارة؟ | يغادر قطار سريع المحطة الرئيسية كل عشرين دقيقة.
ما الذي يخفف الصداع؟ | شرب ما يكفي من الماء وتناول قرص يزيل الألم عادة.
من يحق له الموافقة على الإصدار؟ | لا يسمح إلا للمشرفين الاثنين بتوقيع النسخة الجديدة.
كيف أتراجع عن آخر تعديل؟ | استعادة المراجعة السابقة من السجل ترجع الحالة القديمة.
لماذا تصفر نباتات الطماطم عندي؟ | كثرة الرطوبة أو قلة النيتروجين تفقد الأوراق لونها الأخضر.
كم تكلف الشقة في الشهر؟ | الإيجار تسعمئة يورو شاملا التدفئة.";

const HEBREW: &str = "\
למה נפלה המשימה הלילית? | הליבה סיימה את התהליך כי למכולה נגמר הזיכרון.
איפה משנים את הסיסמה? | פרטי הכניסה נערכים בהגדרות, בלשונית האבטחה.
מתי נפתחת המאפייה ביום ראשון? | בסופי שבוע נמכר לחם טרי משבע וחצי בבוקר.
כמה זמן מבשלים ביצים כדי שיישארו רכות? | חמש דקות במים רותחים משאירות את החלמון נוזלי.
מה גורם לשמיים להיראות כחולים? | מולקולות האוויר מפזרות בעוצמה רבה יותר את הגלים הקצרים של אור השמש.
באיזה מסד נתונים בחר הצוות? | כל הרשומות יישמרו בשרת יחסי עם עסקאות.
איך מגיעים לשדה התעופה בלי מכונית? | רכבת מהירה יוצאת מהתחנה המרכזית כל עשרים דקות.
מה עוזר נגד כאב ראש? | שתייה מספקת וכדור אחד מקלים בדרך כלל על הסבל.
מי רשאי לאשר שחרור? | רק לשני המתחזקים מותר לחתום על גרסה חדשה.
איך מבטלים את העריכה האחרונה שלי? | שחזור התיקון הקודם מההיסטוריה מחזיר את המצב הישן.
למה העגבניות שלי מצהיבות? | עודף לחות או מחסור בחנקן גורם לעלים לאבד את צבעם הירוק.
כמה עולה הדירה לחודש? | שכר הדירה הוא תשע מאות אירו כולל חימום.";

const HINDI: &str = "\
रात का काम क्यों रुक गया? | मेमोरी खत्म होने पर कर्नेल ने प्रक्रिया को बंद कर दिया।
मैं अपना पासवर्ड कहाँ बदलूँ? | लॉगिन की जानकारी सेटिंग्स में सुरक्षा टैब पर संपादित होती है।
रविवार को बेकरी कब खुलती है? | सप्ताहांत में ताज़ी रोटी सुबह साढ़े सात बजे से बिकती है।
अंडे नरम रखने के लिए कितनी देर उबालें? | खौलते पानी में पाँच मिनट ज़र्दी को तरल छोड़ते हैं।
आसमान नीला क्यों दिखता है? | हवा के अणु सूर्य के प्रकाश की छोटी तरंगों को सबसे ज़्यादा बिखेरते हैं।
टीम ने कौन सा डेटाबेस चुना? | सारे रिकॉर्ड लेनदेन वाले संबंधपरक सर्वर में रखे जाएँगे।
बिना कार के हवाई अड्डे कैसे पहुँचूँ? | मुख्य स्टेशन से हर बीस मिनट में तेज़ रेलगाड़ी टर्मिनल जाती है।
सिरदर्द में क्या मदद करता है? | पर्याप्त पानी पीने और एक गोली लेने से आम तौर पर पीड़ा कम होती है।
रिलीज़ को मंज़ूरी कौन दे सकता है? | नए संस्करण पर केवल दो अनुरक्षकों को हस्ताक्षर करने की अनुमति है।
मैं अपना पिछला बदलाव कैसे वापस लूँ? | इतिहास से पुराना संशोधन बहाल करने पर पहले की स्थिति लौट आती है।
मेरे टमाटर के पौधे पीले क्यों पड़ रहे हैं? | ज़्यादा नमी या नाइट्रोजन की कमी से पत्तियाँ हरा रंग खो देती हैं।
फ्लैट का महीने का खर्च कितना है? | किराया नौ सौ यूरो है, जिसमें हीटिंग शामिल है।";

const THAI: &str = "\
ทำไมงานตอนกลางคืนถึงหยุดทำงาน | เคอร์เนลปิดโปรเซสเพราะคอนเทนเนอร์มีหน่วยความจำไม่พอ
ฉันเปลี่ยนรหัสผ่านได้ที่ไหน | ข้อมูลเข้าสู่ระบบแก้ไขได้ในการตั้งค่าแท็บความปลอดภัย
ร้านขนมปังเปิดกี่โมงวันอาทิตย์ | ช่วงสุดสัปดาห์มีของอบสดขายตั้งแต่เจ็ดโมงครึ่งตอนเช้า
ต้มไข่นานเท่าไรถึงจะยังนิ่ม | ห้านาทีในน้ำเดือดทำให้ไข่แดงยังเหลวอยู่
อะไรทำให้ท้องฟ้าดูเป็นสีฟ้า | โมเลกุลอากาศกระเจิงแสงอาทิตย์ช่วงคลื่นสั้นได้แรงที่สุด
ทีมเลือกใช้ฐานข้อมูลอะไร | ระเบียนทั้งหมดจะเก็บไว้ในเซิร์ฟเวอร์เชิงสัมพันธ์ที่มีธุรกรรม
จะไปสนามบินโดยไม่มีรถได้อย่างไร | รถไฟด่วนออกจากสถานีกลางไปอาคารผู้โดยสารทุกยี่สิบนาที
อะไรช่วยแก้ปวดหัว | ดื่มน้ำให้พอและกินยาหนึ่งเม็ดมักบรรเทาอาการได้
ใครอนุมัติการเผยแพร่ได้บ้าง | มีเพียงผู้ดูแลสองคนที่มีสิทธิ์ลงนามในเวอร์ชันใหม่
ฉันจะยกเลิกการแก้ไขล่าสุดอย่างไร | การกู้ฉบับก่อนหน้าจากประวัติจะคืนสถานะเดิม
ทำไมต้นมะเขือเทศของฉันเหลือง | ความชื้นมากเกินไปหรือขาดไนโตรเจนทำให้ใบเสียสีเขียว
ห้องเช่าราคาเดือนละเท่าไร | ค่าเช่าเก้าร้อยยูโรรวมเครื่องทำความร้อนแล้ว";

const CHINESE: &str = "\
夜间任务为什么挂了？ | 容器内存耗尽，内核终止了进程。
在哪里修改我的密码？ | 登录凭据可在设置的安全选项卡中编辑。
面包店星期天几点开门？ | 周末早上七点半起出售新鲜的烘焙食品。
鸡蛋煮多久才会嫩？ | 在沸水里五分钟，蛋黄仍是流动的。
天空看起来是蓝色的原因是什么？ | 空气分子对阳光中短波长部分的散射最强。
团队选了哪个数据库？ | 所有记录都会存放在支持事务的关系型服务器里。
没有车怎么去机场？ | 快速列车每二十分钟从中央车站开往航站楼。
什么可以缓解头疼？ | 多喝水再吃一片药通常能减轻不适。
谁可以批准发布？ | 只有两位维护者有权签署新版本。
怎样撤销我最后一次修改？ | 从历史中恢复前一个修订即可回到旧状态。
我的番茄叶子为什么发黄？ | 水分太多或缺少氮肥会让植物失去绿色。
这套公寓每个月多少钱？ | 租金九百欧元，已包含暖气。";

const JAPANESE: &str = "\
どうして夜間のジョブは落ちたのですか？ | コンテナのメモリがなくなり、カーネルがプロセスを終了させました。
パスワードはどこで変えられますか？ | ログイン情報は設定画面のセキュリティのタブで編集します。
パン屋は日曜日は何時に開きますか？ | 週末は朝七時半から焼きたてが売られています。
たまごはどのくらいゆでると柔らかいままですか？ | 沸騰したお湯に五分で、黄身はとろりとしています。
なぜ空は青く見えるのですか？ | 大気の分子が日光の短い波長をいちばん強く散乱させるためです。
チームはどのデータベースを選びましたか？ | すべてのレコードはトランザクションのある関係型サーバーに置かれます。
車なしで空港へはどう行けばいいですか？ | 中央駅からターミナルまで二十分おきに特急が出ています。
頭が痛いときは何が効きますか？ | 十分に水を飲んで錠剤をひとつ飲むと、たいてい楽になります。
リリースを承認できるのはだれですか？ | 新しいバージョンに署名する権限は、二人のメンテナーだけにあります。
さいごの編集を取り消すにはどうしますか？ | 履歴から前のリビジョンを復元すれば、元の状態に戻ります。
うちのトマトが黄色くなるのはなぜですか？ | 湿気が多すぎたり窒素が足りないと、葉は緑を失います。
この部屋はひと月いくらですか？ | 家賃は暖房込みで九百ユーロです。";

const KOREAN: &str = "\
야간 작업이 왜 죽었나요? | 컨테이너의 메모리가 바닥나서 커널이 프로세스를 종료했습니다.
비밀번호는 어디에서 바꾸나요? | 로그인 정보는 설정의 보안 탭에서 편집합니다.
빵집은 일요일에 언제 여나요? | 주말에는 갓 구운 것을 아침 일곱 시 반부터 팝니다.
달걀을 얼마나 삶아야 부드러운가요? | 끓는 물에 오 분이면 노른자가 흐르는 상태로 남습니다.
하늘은 왜 파랗게 보이나요? | 공기 분자가 햇빛의 짧은 파장을 가장 강하게 흩어지게 합니다.
팀은 어떤 데이터베이스를 골랐나요? | 모든 기록은 트랜잭션이 있는 관계형 서버에 보관됩니다.
차 없이 공항에 어떻게 가나요? | 중앙역에서 터미널까지 이십 분마다 급행열차가 떠납니다.
머리가 아플 때 무엇이 도움이 되나요? | 물을 충분히 마시고 알약을 하나 먹으면 대개 통증이 가라앉습니다.
누가 배포를 승인할 수 있나요? | 새 버전에 서명할 권한은 관리자 두 명에게만 있습니다.
마지막 수정을 어떻게 되돌리나요? | 이력에서 이전 판을 복원하면 예전 상태로 돌아갑니다.
제 토마토가 왜 노랗게 변하나요? | 습기가 너무 많거나 질소가 모자라면 잎이 초록빛을 잃습니다.
이 집은 한 달에 얼마인가요? | 월세는 난방을 포함해 구백 유로입니다.";
