"""The set phrases of mail programs, in the languages that players write in."""

from __future__ import annotations

import re

_WROTE = (
    r"wrote|schrieb(?:en)?|geschrieben|a écrit|a écris|escribió|escribio|ha scritto|scrive|"
    r"escreveu|schreef|skrev|kirjoitti|napisał(?:a|\(a\))?|pisze|napsal(?:a|\(a\))?|"
    r"napísal(?:a|\(a\))?|írta|a scris|yazdı|şunu yazdı|"
    r"написал(?:а|\(а\))?|пишет|пише|написав|написала|написа|έγραψε|כתב(?:ה)?|מאת|كتب|"
    r"写道|寫道|のメール|書きました|작성|đã viết|menulis|va escriure|"
    r"je napisa(?:o|la|o\(la\))|je napisal(?:a)?|kirjutas|rakstīja|rašė|skrifaði|idatzi du"
)
_OPENING = (
    r"On|Am|Le|El|Il|Em|Op|Den|På|Dne|Dňa|W dniu|Dnia|Wt|În|Pe|La|Στις|No dia|A \d+|Vào|Pada|"
    r"At|The|Von|From|Da|Tarihinde|Kuupäev|Pirm|Ekki|בתאריך|ב-|في|В|У|Lähetetty|Quoting"
)
WROTE = re.compile(rf"(?:{_WROTE})(?!\w).{{0,120}}:\s*$", re.IGNORECASE)
OPENING = re.compile(rf"(?:{_OPENING})\b", re.IGNORECASE)
# What a client writes names a year, a time or an address; "On Monday Bob wrote:" is press.
DATED = re.compile(r"\b(?:19|20)\d\d\b|\d{1,2}[:.]\d\d\b|\S@\S|年")
STAMPED = re.compile(r"^.{0,80}(?:\b20\d\d\b|年).{0,120}<\S+@\S+>\s*:$")

_LABELS = {
    "from": "From|Von|De|Da|Van|Från|Fra|Lähettäjä|Od|Feladó|Від|От|Από|Kimden|Expéditeur|"
    "Remitente|发件人|寄件者|差出人|보낸 사람|מאת|من|Từ|Dari|Saatja",
    "sent": "Sent|Date|Gesendet|Datum|Envoyé|Enviado(?: el)?|Fecha|Data|Inviato|Enviada em|"
    "Verzonden|Skickat|Sendt|Dato|Lähetetty|Päivämäärä|Wysłano|Odesláno|Odoslané|Küldve|Dátum|"
    "Надіслано|Дата|Отправлено|Στάλθηκε|Ημερομηνία|Gönderilme|Gönderildi|Tarih|Trimis|"
    "发送时间|日期|傳送時間|送信日時|日付|보낸 날짜|날짜|נשלח|תאריך|تاريخ|Ngày|Tanggal",
    "to": "To|An|À|A|Para|Aan|Till|Til|Vastaanottaja|Do|Komu|Címzett|Кому|Προς|Kime|Către|"
    "Destinataire|收件人|宛先|받는 사람|אל|إلى|Đến|Kepada|Cc|Kopie|Kopi|Copie|抄送|CC|참조",
    "subject": "Subject|Betreff|Objet|Asunto|Oggetto|Assunto|Onderwerp|Ämne|Emne|Aihe|Temat|"
    "Předmět|Predmet|Tárgy|Тема|Θέμα|Konu|Subiect|主题|主題|主旨|件名|제목|נושא|الموضوع|"
    "Chủ đề|Perihal|Subjek|Teema",
}
HEADER_LABELS = {
    name: re.compile(rf"^[*_\s]*(?:{words})\s*[*_]*\s*:", re.IGNORECASE)
    for name, words in _LABELS.items()
}

ORIGINAL = re.compile(
    r"^[-_=*\s]{2,}\s*(?:Original Message|Original Appointment|Reply message|Urspr(?:ü|ue)ngliche "
    r"Nachricht|Message d'origine|Message original|Mensaje original|Messaggio originale|"
    r"Mensagem original|Oorspronkelijk bericht|Ursprungligt meddelande|Oprindelig meddelelse|"
    r"Opprinnelig melding|Alkuperäinen viesti|Wiadomość oryginalna|Oryginalna wiadomość|"
    r"Původní zpráva|Pôvodná správa|Eredeti üzenet|Исходное сообщение|Пересылаемое сообщение|"
    r"Оригінальне повідомлення|Αρχικό μήνυμα|Özgün İleti|Mesaj original|原始邮件|原始郵件|"
    r"元のメッセージ|원본 메일|הודעה מקורית)\s*[-_=*\s]*$",
    re.IGNORECASE,
)
FORWARDED = re.compile(
    r"^(?:[-_=\s]{2,}\s*)(?:Forwarded message|Forwarded by|Weitergeleitete Nachricht|"
    r"Message transféré|Mensaje reenviado|Messaggio inoltrato|Mensagem encaminhada|"
    r"Doorgestuurd bericht|Vidarebefordrat meddelande|Videresendt|Välitetty viesti|"
    r"Przekazana wiadomość|Přeposlaná zpráva|Továbbított üzenet|Пересланное сообщение|"
    r"Переслане повідомлення|İletilen mesaj|转发的邮件|转发邮件|轉寄郵件|転送メッセージ)\b.*"
    r"|^(?:Begin forwarded message|Anfang der weitergeleiteten (?:Nachricht|E-Mail)|"
    r"Début du message (?:transféré|réexpédié)|Inicio del mensaje reenviado|"
    r"Inizio messaggio inoltrato|Begin doorgestuurd bericht|Vidarebefordrat brev|"
    r"Início da mensagem (?:encaminhada|reencaminhada))\s*:\s*$",
    re.IGNORECASE,
)
RULE = re.compile(r"^[_\-=*]{10,}$")

PHONE = re.compile(
    r"^(?:\[?(?:Sent|Get (?=Outlook|Yahoo|Proton|BlueMail)|Envoyé|Gesendet|"
    r"Von meinem|Diese Nachricht wurde von|Enviado|"
    r"Inviato|Verzonden|Verstuurd|Skickat|Sendt|Lähetetty|Wysłane|Wysłano|Odesláno|Odoslané|"
    r"Elküldve|Küldve|Отправлено|Надіслано|Στάλθηκε|Trimis|Scarica|Télécharge[rz]|Obtenir|"
    r"Ottieni|Obtener|Hol dir|Laden Sie)\b"
    r".{0,60}(?:iPhone|iPad|iPod|Android|Samsung|Galaxy|BlackBerry|Outlook|Mail\b|Windows|"
    r"Phone|mobile|Handy|Smartphone|Yahoo|Huawei|Xiaomi|Proton|Nokia|Sony|GMX|WEB\.DE|Gmail|"
    r"Thunderbird|device|Mobil|mobil\w*|телефон\w*|устройства|Почт\w*|móvil|celular|téléphone|"
    r"telefon\w*)"
    r"|(?:从我的|從我的|发自我的|傳送自我的).{0,30}"
    r"|.{0,20}(?:から送信|에서 보냄|iPhoneimdan gönderildi)"
    r"|iPhone.{0,4}(?:imden|'umdan) gönderildi).{0,60}$",
    re.IGNORECASE,
)

BANNER = re.compile(
    r"^[\[*\s(!⚠]*(?:(?:EXTERNAL|EXTERN|EXTERNE)\s*(?:E-?MAIL|SENDER|MESSAGE)?\s*(?:[\])*:!]|-\s|$)"
    r"|(?:CAUTION|WARNING|ATTENTION|ACHTUNG|VORSICHT|ATTENZIONE|ATENCIÓN|ATENÇÃO|LET OP|NOTICE)"
    r"\s*[:!\])-].*(?:e-?mail|message|nachricht|sender|absender|organi[sz]ation|extern|courriel|"
    r"correo|mittente|afzender)"
    r"|This (?:e-?mail|message|sender) (?:originated|came|comes|was sent|is) (?:from )?"
    r"(?:outside|external|an external)"
    r"|You don't often get (?:e-?mail|messages) from"
    r"|Some people who received this message don't often get"
    r"|Diese (?:E-?Mail|Nachricht) (?:stammt|kommt|wurde) von (?:einem )?(?:extern|außerhalb)"
    r"|Sie erhalten nicht (?:oft|häufig) E-Mails? von"
    r"|Ce (?:message|courriel) provient de l'extérieur)",
    re.IGNORECASE,
)
FOOTER = re.compile(
    r"^(?:This (?:e-?mail|message|communication)[^.]{0,80}(?:confidential|intended (?:only|solely)"
    r"|privileged|checked for viruses|scanned)"
    r"|The information (?:contained )?in this (?:e-?mail|message)"
    r"|(?:CONFIDENTIALITY|LEGAL|DISCLAIMER)\s*(?:NOTICE|NOTE)?\s*:"
    r"|If you are not the intended recipient|Virus-?free\b|Virenfrei\b|Garanti sans virus"
    r"|Please consider the environment before printing"
    r"|Diese E-?Mail (?:enthält vertrauliche|wurde von .{0,40} auf Viren)"
    r"|Ce (?:message|courriel).{0,60}(?:confidentiel|vérifié|analysé)"
    r"|Este (?:mensaje|correo|mensagem).{0,60}(?:confidencial|virus)"
    r"|No virus found|Scanned by|To unsubscribe\b|You received this message because you are"
    r"|Unsubscribe\s*[:<]|List info\s*:)",
    re.IGNORECASE,
)
LIST_FOOTER = re.compile(r"\bmailing list\b|\bunsubscribe\b|^https?://\S+$", re.IGNORECASE)

PICTURE = re.compile(r"^\[(?:cid:|image:|inline image|bild:|image\d*\.)[^\]]*\]$", re.IGNORECASE)
NO_HTML = re.compile(
    r"^(?:this is a (?:multi-?part )?message in (?:mime|html)|this (?:message|e-?mail) "
    r"(?:contains|is|requires|was sent)[^.]{0,40}\bhtml\b"
    r"|your (?:e-?mail|mail) (?:client|program|reader) "
    r"(?:does not|doesn't|can ?not) (?:support|display|show))",
    re.IGNORECASE,
)

ABSENCE = re.compile(
    r"^(?:\W*)(?:auto(?:mati[cs]\w*)?[ :-]*(?:repl\w+|respon\w+|antwort\w*|notification)"
    r"|automatisch\w*\s+\w*antwort|autom\w+ antwoord|automatiskt? svar|automaattinen vastaus"
    r"|out of (?:the )?office|away from (?:my|the) (?:desk|mail|office)|ooo\s*:|vacation\b"
    r"|on (?:holiday|leave)|i am (?:currently )?(?:away|out)|abwesen\w*|außer haus|urlaub\w*"
    r"|nicht im (?:büro|haus)|réponse auto\w*|absen\w+ du bureau|absence\b|en vacances"
    r"|respuesta auto\w*|fuera de (?:la )?oficina|risposta auto\w*|fuori (?:sede|ufficio)"
    r"|resposta auto\w*|fora do escritório|afwezig\w*|frånvaro|fravær|autosvar|poissa"
    r"|odpowiedź auto\w*|autoodpowiedź|nieobecno\w+|automatická odpověď|automatikus válasz"
    r"|автоответ\w*|автоматический ответ|автоматична відповідь|αυτόματη απάντηση"
    r"|otomatik yanıt|räspuns automat|自动回复|自動回覆|自動応答|자동 회신|מענה אוטומטי"
    r"|thank you for (?:contacting|your (?:e-?mail|message|request))|ticket (?:received|created)"
    r"|\[?(?:ticket|case|request) ?#?\d)",
    re.IGNORECASE,
)

CLOSING = re.compile(
    r"(?:(?:with )?(?:my |many |kind |kindest |best |warm |warmest )*(?:regards|wishes|greetings)"
    r"|cheers|(?:many )?thanks(?: (?:a lot|again|in advance|very much))?|thank you(?: very much)?"
    r"|yours(?: (?:sincerely|truly|faithfully|ever))?|sincerely|all the best|take care|see you"
    r"|(?:mit )?(?:freundliche[nr]?|viele[n]?|liebe[n]?|beste[n]?|schöne[n]?|herzliche[n]?)"
    r" gr(?:ü|ue)(?:ß|ss)en?|mfg|lg|vg|danke(?: schön)?"
    r"|cordialement|bien à vous|amicalement|merci(?: d'avance)?"
    r"|saludos(?: cordiales)?|un saludo|gracias|(?:cordiali )?saluti|grazie"
    r"|(?:met )?vriendelijke groet(?:en)?|groet(?:en|jes)|bedankt"
    r"|(?:med )?vänliga? hälsning(?:ar)?|hälsningar|mvh|pozdrawiam|pozdrowienia|dzięki"
    r"|atenciosamente|abraços?|obrigad[oa])"
    r"[\s,.!:)-]*",
    re.IGNORECASE,
)
"""A kind word at the end of a mail; never an order."""
