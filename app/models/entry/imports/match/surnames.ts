import { looseKey } from '../values/cells'

const keysOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter(Boolean).map(looseKey))

/** Common surnames of India that are hardly ever given names. */
const surnames = keysOf(`
  patel shah desai mehta joshi trivedi dave bhatt bhat pandya vyas jani vora doshi sheth seth kothari sanghvi parikh
  parekh gandhi modi soni zaveri kapadia thakkar thakker thaker thakor thakur solanki parmar chauhan chavda chavada
  rathod rathore rathva makwana vaghela zala jadeja gohil gohel chudasama sarvaiya dabhi dodiya vasava baria bariya
  damor gamit tandel machhi kharva koli rabari bharwad ahir gadhvi prajapati panchal suthar luhar lohar darji mistry
  kumbhar kansara barot raval rawal brahmbhatt acharya upadhyay upadhyaya dixit shukla tiwari dubey dwivedi chaturvedi
  pandey pande mishra tripathi pathak purohit goswami sharma verma varma gupta agarwal aggarwal agrawal bansal goyal
  goel garg mittal jindal singhal jain maheshwari khandelwal patidar vaghasiya vaghasia savaliya kakadiya dhameliya
  gajera vekariya sojitra kachhadiya bhalala sutariya italiya mangukiya kheni lathiya hirpara radadiya kanani lakhani
  chaudhari chaudhary choudhary choudhury chowdhury patil pawar jadhav shinde kulkarni deshmukh deshpande gaikwad
  kamble bhosale chavan salunkhe mahajan sonawane naik nayak iyer iyengar nair menon pillai reddy naidu rao shetty
  hegde gowda kamath mukherjee banerjee chatterjee ghosh bose dutta mondal mandal sarkar biswas saha mohanty sahoo
  behera pradhan swain sahu khan pathan shaikh sheikh saiyed sayyed syed ansari mansuri memon malek qureshi kureshi
  mirza siddiqui ghanchi vohra belim dsouza desouza fernandes pereira rodrigues macwan christian yadav gurjar saini
  rajput shekhawat bhati sisodia tomar rawat negi bisht maurya kushwaha malviya rajak khatri arora chopra kapoor
  khanna malhotra mehra sethi bhatia ahuja gill sandhu sidhu dhillon grewal dhaliwal rana lad
  પટેલ શાહ દેસાઈ દેસાઇ મહેતા જોષી જોશી ત્રિવેદી દવે ભટ્ટ પંડ્યા વ્યાસ જાની વોરા દોશી શેઠ કોઠારી પરીખ ગાંધી મોદી સોની
  ઠક્કર ઠાકોર સોલંકી પરમાર ચૌહાણ ચાવડા રાઠોડ રાઠવા મકવાણા વાઘેલા ઝાલા જાડેજા ગોહિલ ચુડાસમા ડાભી વસાવા બારીયા રબારી
  ભરવાડ આહિર પ્રજાપતિ પંચાલ સુથાર લુહાર દરજી મિસ્ત્રી બારોટ રાવલ આચાર્ય ઉપાધ્યાય શર્મા ગુપ્તા ચૌધરી ખાન પઠાણ શેખ
  સૈયદ મન્સૂરી મેમણ રાવ પાટીલ યાદવ જૈન
  पटेल शाह शर्मा वर्मा गुप्ता यादव मिश्रा मिश्र तिवारी पांडेय पाण्डेय पांडे दुबे द्विवेदी त्रिवेदी चतुर्वेदी शुक्ला शुक्ल त्रिपाठी
  जोशी चौधरी चौहान राठौर राठौड़ जैन अग्रवाल बंसल गोयल खान शेख अंसारी पाटिल पाटील जाधव पवार शिंदे कुलकर्णी देशमुख
  देशपांडे गायकवाड ठाकुर राजपूत सोलंकी परमार मेहता साहू राव नायर रेड्डी
`)

/** Second names that come last if a person has no surname: `Ravi Kumar`, `Harpreet Kaur`. */
const secondNames = keysOf(`
  kumar kumari singh sinh kaur devi bai lal prasad begum bano khatun das nath chand
  કુમાર કુમારી સિંહ દેવી કૌર कुमार कुमारी सिंह कौर देवी बाई लाल प्रसाद बेगम
`)

/** Given names that another given name may follow: `Mohd Arif`. */
const firstWords = keysOf('mohd md mohammed mohamed mohammad muhammad abdul')

/** Known names of the school's people, as `looseKey` returns them. */
export interface KnownNames {
  surnames: ReadonlySet<string>
  givenNames: ReadonlySet<string>
}

/** Returns which word is the surname, by common surnames and the school's names; null if neither or both may be. */
export function surnameOf(
  { first, last }: { first: string; last: string },
  known: KnownNames = { surnames: new Set(), givenNames: new Set() },
): 'first' | 'last' | null {
  const isSurname = (word: string) =>
    surnames.has(word) || (known.surnames.has(word) && !known.givenNames.has(word) && !secondNames.has(word))
  const [isFirst, isLast] = [isSurname(first), isSurname(last)]
  if (isFirst !== isLast) return isFirst ? 'first' : 'last'
  const isSecond = secondNames.has(last) && !secondNames.has(first)
  return !isFirst && (isSecond || firstWords.has(first)) ? 'last' : null
}
