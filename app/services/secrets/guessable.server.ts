import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** What Indian families and schools make passwords of, and no list of English ones has: names of gods, cities, players, festivals, greetings. */
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
  dehradun ghaziabad noida chandigarh amritsar ludhiana nepal pakistan school vidyalaya student teacher principal office
  भारत हिन्दुस्तान जयहिन्द जयश्रीराम जयमातादी नमस्ते गुजरात मुंबई दिल्ली विद्यालय પ્રેમ ભારત જયશ્રીરામ જયમાતાજી નમસ્તે ગુજરાત અમદાવાદ સુરત રાજકોટ
  વિદ્યાલય શાળા`.split(/\s+/)

/** Guesses are counted in powers of ten; 3 stands for 10⁸ and more, which one who has stolen the hashes needs months for. */
const minPoints = 3

/** Only so much of a password is looked at: the time grows with the square, and whatever is this long is safe. */
const looked = 40

let assess: ZxcvbnFactory | undefined

/**
 * Whether a program would guess a password soon: one of 49,000 that are used most, a word that is common in India, a row of keys, a day,
 * repeated signs, alone or put together, also with figures for letters (OWASP ASVS 5.0, 6.2.4 and 6.2.12).
 * @param known words that others know of the person
 */
export function isGuessable(password: string, known: readonly string[]): boolean {
  assess ??= new ZxcvbnFactory({
    dictionary: { ...dictionary, indian: indianWords },
    graphs: adjacencyGraphs,
    maxLength: looked,
  })
  const words = known.flatMap((text) => [text, ...text.split(/\s+/)])
  return assess.check(password, words).score < minPoints
}
