import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/**
 * Common parts of passwords in India that English word lists lack: names of gods, cities, players, festivals,
 * greetings.
 */
const indianWords =
  `india bharat hindustan indian jaihind vandemataram satyamev jayate ram shreeram jaishreeram jaishriram radhe
  radhekrishna radhakrishna radhesoami krishna harekrishna shreekrishna hanuman jaihanuman mahadev harharmahadev shiva shivshankar
  omnamahshivaya ganesh shreeganesh jaimatadi omsairam sairam swaminarayan saraswati lakshmi durga waheguru allah jesus hariom namaste
  namaskar ramayana mahabharat mahatma gandhi narendra modi virat kohli sachin tendulkar dhoni rohit sharma shahrukh salman bollywood cricket
  mohabbat pyaar khushi mummy papa dada dadi beta yadav kumar singh patel shah joshi mehta desai gujarat gujarati maharashtra rajasthan
  punjab kerala mumbai delhi newdelhi ahmedabad amdavad surat vadodara baroda rajkot bhavnagar jamnagar gandhinagar pune nagpur nashik
  jaipur jodhpur udaipur indore bhopal lucknow kanpur varanasi patna ranchi kolkata chennai hyderabad bengaluru bangalore mysore kochi
  diwali deepavali dipawali holi navratri dussehra durgapuja ganeshchaturthi rakshabandhan rakhi janmashtami mahashivratri uttarayan makarsankranti
  lohri baisakhi pongal onam ugadi gudipadwa ekadashi eid ramzan bakrid muharram christmas easter independence republic monsoon
  jaymataji jaimataji jayambe ambemaa ambaji khodiyar khodiyarmaa chamunda bahuchar jaygurudev jaigurudev jayjinendra jaijinendra jayshreekrishna
  jayshrikrishna jayshreeram jayshriram jaybhavani jaibhavani jaybhim jaibhim jayshivaji jaishivaji jayhind jayho jaiho jayswaminarayan bholenath
  bolenath omnamahshivay ganpatibappa ganpati bappa morya bajrangbali bajrang kanha kanhaiya radha radhika gopal govind govinda somnath dwarkadhish
  dwarka girnar gir narmada ganga yamuna sabarmati mahavir navkar navkarmantra satnam satsriakal bismillah mashallah inshallah alhamdulillah
  sardar vallabhbhai ambedkar babasaheb chhatrapati shivaji maharanapratap ranapratap bhagatsingh subhash bose tilak vivekananda tagore
  meripyaari pyaari pyaare maabaap mummypapa papamummy mummydaddy bhaiya didi behen behan dosti dost zindagi jindagi mohabbatein sholay pushpa
  bahubali baahubali dangal deepika kareena alia ranbir ranveer priyanka katrina akshay amitabh rajinikanth viratkohli rohitsharma msdhoni bumrah
  hardik jadeja rishabh kemcho kemchho majama gujju gujjus gujarati kathiyawadi kathiawadi dhokla fafda jalebi khakhra thepla samosa chaipani chai
  garba dandiya raas tiranga swachh bharat makeinindia chandrayaan ilovemyindia iloveindia iloveyou lovemyfamily family admin
  nadiad anand mehsana mahesana patan palanpur himmatnagar godhra dahod bharuch ankleshwar navsari valsad vapi junagadh porbandar amreli morbi
  surendranagar botad gandhidham bhuj kutch kachchh saurashtra thane nanded solapur kolhapur aurangabad jabalpur gwalior ujjain raipur bikaner
  ajmer kota alwar agra meerut prayagraj allahabad gorakhpur jamshedpur dhanbad bhubaneswar cuttack guwahati shimla jammu srinagar goa
  priya pooja neha rahul raju rohan amit sumit ankit nikita kavita sunita anita pinky bunty chintu guddu munna babu sonu monu
  shala pathshala gurukul balmandir balvatika kendriya navodaya std standard section exam result fees shaala
  dehradun ghaziabad noida chandigarh amritsar ludhiana nepal pakistan school vidyalaya student teacher principal office
  भारत हिन्दुस्तान जयहिन्द जयश्रीराम जयमातादी नमस्ते गुजरात मुंबई दिल्ली विद्यालय પ્રેમ ભારત જયશ્રીરામ જયમાતાજી નમસ્તે ગુજરાત અમદાવાદ સુરત રાજકોટ
  વિદ્યાલય શાળા જયશ્રીકૃષ્ણ જયમાતાજી જયઅંબે જયજિનેન્દ્ર જયસ્વામિનારાયણ કેમછો મજામાં મમ્મી પપ્પા મમ્મીપપ્પા ક્રિકેટ દિવાળી નવરાત્રી ગરબા
  जयश्रीकृष्ण जयमाताजी मम्मी पापा मम्मीपापा क्रिकेट दिवाली होली मेराभारत मेराभारतमहान हिंदुस्तान पाठशाला`.split(/\s+/)

/**
 * Splits the words into short lists, since a word's score depends on its rank in its list, and all of these are equally
 * common.
 */
const indianDictionaries = Object.fromEntries(
  Array.from({ length: Math.ceil(indianWords.length / 50) }, (_, part) => [
    `indian${part}`,
    indianWords.slice(part * 50, (part + 1) * 50),
  ]),
)

/**
 * Minimum score of zxcvbn (0 to 4): 3 means 10⁸ guesses or more, for which a thief of the hashes needs months.
 */
const minPoints = 3

/**
 * Number of characters checked from the start of a password; the rest is ignored. Limited, because the time grows with
 * the square of the length.
 */
const looked = 40

let assess: ZxcvbnFactory | undefined

/**
 * Returns true when a program would guess a password soon: one of the 49,000 most used, a word common in India, a
 * keyboard row, a date or repeated characters; alone, combined, or with digits for letters (OWASP ASVS 5.0, 6.2.4 and
 * 6.2.12).
 * @param personalWords words about the person that others know
 */
export function isGuessable(password: string, personalWords: readonly string[]): boolean {
  assess ??= new ZxcvbnFactory({
    dictionary: { ...dictionary, ...indianDictionaries },
    graphs: adjacencyGraphs,
    maxLength: looked,
  })
  const words = personalWords.flatMap((text) => {
    const parts = text.split(/\s+/).filter(Boolean)
    // Adds each pair of neighbouring words: `Gyan Bharati Vidyalaya` is typed as `gyanbharati`.
    return [text, ...parts, ...parts.flatMap((part, at) => (at === 0 ? [] : [`${parts[at - 1]}${part}`]))]
  })
  return assess.check(password, words).score < minPoints
}
