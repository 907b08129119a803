import type { Locale } from '~/language/paraglide/runtime'

/**
 * Spells an amount of paise as on Indian receipts, in crore, lakh and thousand: "Rupees One Lakh Twenty-Five Thousand
 * and Fifty Paise Only". Throws on negative and fractional amounts.
 */
export function amountInWords(paise: number, locale: Locale): string {
  if (!Number.isSafeInteger(paise) || paise < 0) throw new RangeError(`Not an amount: ${paise}`)
  return sentences[locale](Math.floor(paise / 100), paise % 100)
}

/** Spells a whole number the Indian way: "One Lakh Twenty". Throws on negative and fractional numbers. */
export function numberInWords(count: number, locale: Locale): string {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`Not a whole number: ${count}`)
  return { en: english, hi: hindi, gu: gujarati }[locale](count)
}

const sentences: Record<Locale, (rupees: number, paise: number) => string> = {
  en(rupees, paise) {
    const small = `${english(paise)} ${paise === 1 ? 'Paisa' : 'Paise'} Only`
    if (rupees === 0 && paise > 0) return small
    const large = `Rupees ${english(rupees)}`
    return paise === 0 ? `${large} Only` : `${large} and ${small}`
  },
  hi(rupees, paise) {
    const small = `${hindi(paise)} ${paise === 1 ? 'पैसा' : 'पैसे'} मात्र`
    if (rupees === 0 && paise > 0) return small
    const large = `${hindi(rupees)} ${rupees === 1 ? 'रुपया' : 'रुपये'}`
    return paise === 0 ? `${large} मात्र` : `${large} और ${small}`
  },
  // Gujarati receipts and cheques put the currency first and end with પૂરા.
  gu(rupees, paise) {
    const small = `${gujarati(paise)} ${paise === 1 ? 'પૈસો પૂરો' : 'પૈસા પૂરા'}`
    if (rupees === 0 && paise > 0) return small
    const large = `રૂપિયા ${gujarati(rupees)}`
    return paise === 0 ? `${large} પૂરા` : `${large} અને ${small}`
  },
}

interface Counting {
  zero: string
  /** Words for 0 to 99; the first is never read. */
  belowHundred: readonly string[]
  hundreds: (count: number) => string
  thousand: string
  lakh: string
  crore: string
}

/** Above a hundred crore, the crores are spelled by the same rule: "One Thousand Two Hundred Crore". */
function counter(words: Counting): (count: number) => string {
  const spell = (count: number): string => {
    const parts: string[] = []
    const take = (size: number, name: string) => {
      if (count >= size) parts.push(`${spell(Math.floor(count / size))} ${name}`)
      count %= size
    }
    take(1_00_00_000, words.crore)
    take(1_00_000, words.lakh)
    take(1_000, words.thousand)
    if (count >= 100) parts.push(words.hundreds(Math.floor(count / 100)))
    if (count % 100 > 0) parts.push(words.belowHundred[count % 100] ?? '')
    return parts.join(' ')
  }
  return (count) => (count === 0 ? words.zero : spell(count))
}

const englishOnes = [
  ...['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve'],
  ...['Thirteen', 'Fourteen', 'Fifteen', 'Sixteen', 'Seventeen', 'Eighteen', 'Nineteen'],
]
const englishTens = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety']

const english = counter({
  zero: 'Zero',
  belowHundred: Array.from({ length: 100 }, (_, count) => {
    if (count < 20) return englishOnes[count] ?? ''
    const ten = englishTens[Math.floor(count / 10)] ?? ''
    return count % 10 === 0 ? ten : `${ten}-${englishOnes[count % 10]}`
  }),
  hundreds: (count) => `${englishOnes[count]} Hundred`,
  thousand: 'Thousand',
  lakh: 'Lakh',
  crore: 'Crore',
})

// Hindi and Gujarati have a separate word for each number up to 99. Spellings follow the Unicode CLDR number rules,
// except where school books prefer another (पंद्रह, इक्यानवे; ત્રેવીસ, છવ્વીસ, ચાળીસ, સાઠ).
const hindiBelowHundred = [
  ...['', 'एक', 'दो', 'तीन', 'चार', 'पाँच', 'छह', 'सात', 'आठ', 'नौ'],
  ...['दस', 'ग्यारह', 'बारह', 'तेरह', 'चौदह', 'पंद्रह', 'सोलह', 'सत्रह', 'अठारह', 'उन्नीस'],
  ...['बीस', 'इक्कीस', 'बाईस', 'तेईस', 'चौबीस', 'पच्चीस', 'छब्बीस', 'सत्ताईस', 'अट्ठाईस', 'उनतीस'],
  ...['तीस', 'इकतीस', 'बत्तीस', 'तैंतीस', 'चौंतीस', 'पैंतीस', 'छत्तीस', 'सैंतीस', 'अड़तीस', 'उनतालीस'],
  ...['चालीस', 'इकतालीस', 'बयालीस', 'तैंतालीस', 'चवालीस', 'पैंतालीस', 'छियालीस', 'सैंतालीस', 'अड़तालीस', 'उनचास'],
  ...['पचास', 'इक्यावन', 'बावन', 'तिरपन', 'चौवन', 'पचपन', 'छप्पन', 'सत्तावन', 'अट्ठावन', 'उनसठ'],
  ...['साठ', 'इकसठ', 'बासठ', 'तिरसठ', 'चौंसठ', 'पैंसठ', 'छियासठ', 'सड़सठ', 'अड़सठ', 'उनहत्तर'],
  ...['सत्तर', 'इकहत्तर', 'बहत्तर', 'तिहत्तर', 'चौहत्तर', 'पचहत्तर', 'छिहत्तर', 'सतहत्तर', 'अठहत्तर', 'उनासी'],
  ...['अस्सी', 'इक्यासी', 'बयासी', 'तिरासी', 'चौरासी', 'पचासी', 'छियासी', 'सतासी', 'अट्ठासी', 'नवासी'],
  ...['नब्बे', 'इक्यानवे', 'बानवे', 'तिरानवे', 'चौरानवे', 'पंचानवे', 'छियानवे', 'सत्तानवे', 'अट्ठानवे', 'निन्यानवे'],
]

const hindi = counter({
  zero: 'शून्य',
  belowHundred: hindiBelowHundred,
  hundreds: (count) => `${hindiBelowHundred[count]} सौ`,
  thousand: 'हज़ार',
  lakh: 'लाख',
  crore: 'करोड़',
})

const gujaratiBelowHundred = [
  ...['', 'એક', 'બે', 'ત્રણ', 'ચાર', 'પાંચ', 'છ', 'સાત', 'આઠ', 'નવ'],
  ...['દસ', 'અગિયાર', 'બાર', 'તેર', 'ચૌદ', 'પંદર', 'સોળ', 'સત્તર', 'અઢાર', 'ઓગણીસ'],
  ...['વીસ', 'એકવીસ', 'બાવીસ', 'ત્રેવીસ', 'ચોવીસ', 'પચ્ચીસ', 'છવ્વીસ', 'સત્તાવીસ', 'અઠ્ઠાવીસ', 'ઓગણત્રીસ'],
  ...['ત્રીસ', 'એકત્રીસ', 'બત્રીસ', 'તેત્રીસ', 'ચોત્રીસ', 'પાંત્રીસ', 'છત્રીસ', 'સાડત્રીસ', 'આડત્રીસ', 'ઓગણચાળીસ'],
  ...['ચાળીસ', 'એકતાળીસ', 'બેતાળીસ', 'તેતાળીસ', 'ચુંમાળીસ', 'પિસ્તાળીસ', 'છેતાળીસ', 'સુડતાળીસ', 'અડતાળીસ', 'ઓગણપચાસ'],
  ...['પચાસ', 'એકાવન', 'બાવન', 'ત્રેપન', 'ચોપન', 'પંચાવન', 'છપ્પન', 'સત્તાવન', 'અઠ્ઠાવન', 'ઓગણસાઠ'],
  ...['સાઠ', 'એકસઠ', 'બાસઠ', 'ત્રેસઠ', 'ચોસઠ', 'પાંસઠ', 'છાસઠ', 'સડસઠ', 'અડસઠ', 'અગણોસિત્તેર'],
  ...['સિત્તેર', 'એકોતેર', 'બોતેર', 'તોતેર', 'ચુમોતેર', 'પંચોતેર', 'છોતેર', 'સિત્યોતેર', 'ઇઠ્યોતેર', 'ઓગણાએંસી'],
  ...['એંસી', 'એક્યાસી', 'બ્યાસી', 'ત્યાસી', 'ચોર્યાસી', 'પંચાસી', 'છ્યાસી', 'સત્યાસી', 'અઠ્યાસી', 'નેવ્યાસી'],
  ...['નેવું', 'એકાણું', 'બાણું', 'ત્રાણું', 'ચોરાણું', 'પંચાણું', 'છન્નું', 'સત્તાણું', 'અઠ્ઠાણું', 'નવ્વાણું'],
]

const gujarati = counter({
  zero: 'શૂન્ય',
  belowHundred: gujaratiBelowHundred,
  // Count and hundred form one word; two hundred is બસો.
  hundreds: (count) => (count === 2 ? 'બસો' : `${gujaratiBelowHundred[count]}સો`),
  thousand: 'હજાર',
  lakh: 'લાખ',
  crore: 'કરોડ',
})
