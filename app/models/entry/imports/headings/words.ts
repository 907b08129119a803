/**
 * Words that headings are made of, by their common form: abbreviations, spellings, Hindi, Gujarati and transliterated
 * words. `મોબાઇલ નં.`, `Mob. No.` and `mobile_number` all become `mobile number`.
 */
const spellings: Record<string, string> = {
  number: 'no nos num numb nmbr nbr numbers nambar नं न नंबर नम्बर संख्या क्रमांक क्रं क्र નં નંબર નમ્બર ક્રમાંક ક્ર',
  name: 'nam naam names nm नाम નામ',
  student:
    'students stu stud studs pupil pupils candidate candidates learner vidyarthi chhatra chatra balak विद्यार्थी छात्र छात्रा વિદ્યાર્થી વિધાર્થી છાત્ર',
  father: 'fathers fath papa pita पिता पिताजी बाप પિતા પિતાજી',
  mother: 'mothers moth mummy mata माता माँ मां माताजी માતા માતાજી',
  guardian: 'guardians gaurdian gardian vali abhibhavak palak अभिभावक संरक्षक पालक વાલી',
  parent: 'parents',
  teacher: 'teachers tchr shikshak शिक्षक अध्यापक શિક્ષક',
  employee: 'employees emp staff karmchari कर्मचारी કર્મચારી',
  mobile: 'mob mobil mobiles mo cell cellphone mobail मोबाइल मोबाईल मो મોબાઇલ મો',
  phone: 'ph phon phones tel telephone landline दूरभाष फोन ફોન',
  whatsapp: 'whatsup watsapp whatsap wa व्हाट्सएप વોટ્સએપ',
  contact: 'contacts sampark संपर्क સંપર્ક',
  address: 'add addr addres adress residence residential sarnamu sarnamun pata पता સરનામું સરનામુ રહેઠાણ',
  date: 'dt tarikh dinank tithi तारीख दिनांक तिथि તારીખ',
  birth: 'janm janam जन्म જન્મ',
  'birth date': 'dob birthdate birthday bdate birthdt bday जन्मतिथि जन्मदिन જન્મતારીખ',
  class: 'classes cls std standard grade dhoran kaksha कक्षा धोरण ધોરણ',
  section: 'sections sec div division',
  gender: 'sex ling लिंग લિંગ',
  category: 'categories cat catg श्रेणी કેટેગરી',
  caste: 'cast jnati ज्ञाति જ્ઞાતિ',
  religion: 'dharm dharma धर्म ધર્મ',
  admission: 'adm admn admsn adms admi admit pravesh प्रवेश પ્રવેશ',
  registration: 'reg regn regd regi registered पंजीयन पंजीकरण નોંધણી',
  enrollment: 'enrolment enrol enroll enrl enr enrolled नामांकन નામાંકન',
  roll: 'rollno हाजरी હાજરી રોલ रोल',
  aadhaar: 'aadhar adhar adhaar aadhaarcard uidai आधार આધાર',
  fee: 'fees phi shulk फीस शुल्क ફી',
  due: 'dues',
  pending: 'pend baki baaki bakaya बकाया बाकी शेष બાકી લેણી લેણું',
  balance: 'bal balances balanced',
  amount: 'amt amnt amounts rakam raqam rashi राशि रकम રકમ',
  paid: 'jama bharel भुगतान जमा ભરેલ ભર્યા ચૂકવેલ જમા',
  received: 'recd rcvd receive',
  receipt: 'rcpt receipts rct recpt reciept rasid raseed pavti रसीद पावती રસીદ પાવતી પહોંચ',
  total: 'totals ttl kul grandtotal कुल કુલ',
  instalment: 'instalments installment installments inst instal kist किस्त હપ્તો હપ્તા',
  month: 'months mahino mahina माह महीना મહિનો',
  year: 'yr years varsh वर्ष વર્ષ',
  session: 'sessions satra सत्र સત્ર',
  academic: 'acad acadmic शैक्षणिक શૈક્ષણિક',
  reference: 'ref refer',
  transaction: 'trans txn tran trn trx transactions',
  cheque: 'chq cheq chque cq check चेक ચેક',
  payment: 'payments pymt pmt pay chukavani ચુકવણી ચૂકવણી',
  mode: 'modes રીત',
  qualification: 'qualifications qual qualifi quali yogyata योग्यता લાયકાત',
  joining: 'join joined joing',
  occupation: 'occupations occup occ profession vyavsay व्यवसाय વ્યવસાય ધંધો',
  income: 'aay aavak आय આવક',
  education: 'edu शिक्षा અભ્યાસ',
  village: 'gaam gam gram gaon गांव गाँव ग्राम ગામ',
  taluka: 'taluko tehsil tahsil block mandal तहसील तालुका તાલુકો તાલુકા',
  district: 'dist distt jilla zilla jila जिला जनपद જિલ્લો જીલ્લો',
  city: 'town shaher शहर नगर શહેર',
  state: 'rajya राज्य રાજ્ય',
  pincode: 'pin zip zipcode postalcode पिनकोड પિનકોડ',
  email: 'mail emailid e-mail ईमेल ઈમેલ ઇમેઇલ મેઈલ',
  remarks: 'remark note notes nondh टिप्पणी रिमार्क નોંધ',
  particulars: 'particular partculars vigat विवरण વિગત',
  description: 'desc descr',
  school: 'schools shala vidyalaya विद्यालय શાળા',
  previous: 'prev previos purv पूर्व',
  surname: 'surnames atak उपनाम अटक અટક',
  first: '1st प्रथम',
  middle: 'middl mid',
  last: 'lst अंतिम',
  'joining date': 'doj dateofjoining',
  'admission date': 'doa dateofadmission',
  gr: 'grno जीआर જીઆર',
  serial: 'srl sl ser anukram अनु અનુક્રમ અનુ',
  sr: 'एसआर એસઆર',
  scholar: 'schlr sch स्कॉलर',
  account: 'ac acct acc accounts खाता ખાતું',
  id: 'ids आईडी આઈડી',
  outstanding: 'outstndg outstandg os',
  head: 'heads',
  designation: 'desig पद हुद्दा હોદ્દો',
  department: 'dept deptt',
}

/** Words without a meaning of their own, and units. */
const dropped =
  'of the in a an s is and as per ki ka ke का की के को व और ના ની નું નો અને rs inr rupees rupee rupaye rupiya re ₹ रु रुपये રૂ રૂા રૂપિયા'

/** Words that make a heading longer but do not change its meaning; the match is then less certain. */
const fillers =
  'full complete english eng current present primary main official correct valid personal details detail info information capital capitals letters letter block please enter select your only'

const split = (words: string) => words.split(' ')

const indicVowels: Record<string, string> = {
  इ: 'ई',
  उ: 'ऊ',
  'ि': 'ी',
  'ु': 'ू',
  ઇ: 'ઈ',
  ઉ: 'ઊ',
  'િ': 'ી',
  'ુ': 'ૂ',
  'ँ': 'ं',
  'ઁ': 'ં',
}

/**
 * Folds spellings that people mix in Hindi and Gujarati: short and long vowels, nasals, and the dot below. Removes
 * invisible characters.
 */
export function foldScript(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u093c\u0abc]/g, '')
    .replace(/[नमञणङ]\u094d(?=[क-ह])/g, 'ं')
    .replace(/[નમઞણઙ]\u0acd(?=[ક-હ])/g, 'ં')
    .replace(/[इउिुઇઉિુँઁ]/g, (letter) => indicVowels[letter] ?? letter)
}

const commonForm = new Map(
  Object.entries(spellings).flatMap(([form, others]) =>
    [form, ...split(others)].map((word) => [foldScript(word), split(form)] as const),
  ),
)
const droppedWords = new Set(split(dropped).map(foldScript))
const fillerWords = new Set(split(fillers))
const gujaratiEnding = /(?<=.{3})(?:નૂં|ની|નો|ના|નૂ)$/

/** The words of a heading in their common form, without those that mean nothing; `fillers` are counted separately. */
export function wordsOfHeading(heading: string): { words: string[]; fillers: number } {
  const separated = foldScript(heading)
    .replace(/\b(?:as per|as in|as on|as mentioned|according to|for example|e\.g\.)(?![\p{L}]).*$/iu, '')
    .replace(/whats\s?app/gi, 'whatsapp')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/#/g, ' number ')
    .replace(/(जी|જી)[.\s]*(आर|આર)(?![\p{L}\p{M}])/gu, 'gr')
    .replace(/(एस|એસ)[.\s]*(आर|આર)(?![\p{L}\p{M}])/gu, 'sr')
    .replace(/e-mail/g, 'email')
    .replace(/ઈ-(?=મેઈલ)/g, '')
    .replace(/\ba\/c\b/g, 'account')
    .replace(/\bo\/s\b/g, 'outstanding')
  const parts = separated.split(/[^\p{L}\p{M}\p{N}₹]+/u).filter(Boolean)
  const joined: string[] = []
  let wasLetter = false
  for (const part of parts) {
    const isLetter = /^[a-z]$/.test(part) && part !== 's'
    if (isLetter && wasLetter) joined[joined.length - 1] += part
    else joined.push(part)
    wasLetter = isLetter
  }
  const all = joined.flatMap((part) => {
    const bare = commonForm.has(part) ? part : part.replace(gujaratiEnding, '')
    return commonForm.get(bare) ?? [bare]
  })
  const meaning = all.filter((word) => !droppedWords.has(word))
  const words = meaning.filter((word) => !fillerWords.has(word))
  if (words.length === 0) return { words: meaning.length > 0 ? meaning : all, fillers: 0 }
  return { words, fillers: meaning.length - words.length }
}

/** Words with one spelling only, by which a heading without spaces is split. */
const plainWords =
  'emergency utr uid id old new relation head type code bank house street post office blood group place medical condition conditions card full parent sms board language person'

const latinWords = new Set(
  [...commonForm.keys(), ...split(plainWords), ...droppedWords, ...fillerWords].filter((word) =>
    /^[a-z]{2,}$/.test(word),
  ),
)
const maxWordLength = Math.max(...[...latinWords].map((word) => word.length))

/**
 * Splits a heading without spaces, such as `fathersaadharno`, into as few known words as possible. Returns null if a
 * part is not a known word.
 */
export function splitGlued(text: string): string | null {
  const letters = text.toLowerCase()
  if (!/^[a-z]+\d?$/.test(letters) || letters.length < 5) return null
  const ways: Array<string[] | null> = [[]]
  for (let end = 1; end <= letters.length; end++) {
    let best: string[] | null = null
    for (let start = Math.max(0, end - maxWordLength); start < end; start++) {
      const before = ways[start]
      const part = letters.slice(start, end)
      if (before && (latinWords.has(part) || /^\d$/.test(part)) && (!best || before.length + 1 < best.length))
        best = [...before, part]
    }
    ways.push(best)
  }
  const parts = ways.at(-1)
  return parts && parts.length > 1 ? parts.join(' ') : null
}

/** Common form of a heading, whatever the order of its words: `Name of Father` and `FatherName` are the same. */
export const commonKey = (words: readonly string[]): string => [...new Set(words)].sort().join(' ')
