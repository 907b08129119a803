import type { Language } from '~/language/language'
import { type Localized, wordsIn } from '~/language/localized'
import type { MessageEvent } from './options'

/**
 * Initial texts for every event, to be registered on the operators' portal (DLT), as they are or edited. All are
 * service messages, so that they reach numbers on the do-not-disturb register. English texts use only letters of GSM
 * 03.38. `[student]` is an alphanumeric variable, `[amount:numeric]` has another tag.
 */
export const usualTexts: Record<MessageEvent, Localized> = {
  absent: {
    en: 'Dear parent, [student] of class [class] is absent today, [date]. Please call the school if this is not known to you. [school]',
    hi: 'प्रिय अभिभावक, कक्षा [class] के [student] आज [date] को अनुपस्थित हैं। जानकारी न हो तो विद्यालय को फ़ोन करें। [school]',
    gu: 'પ્રિય વાલી, ધોરણ [class] ના [student] આજે [date] ના રોજ ગેરહાજર છે. જાણ ન હોય તો શાળાને ફોન કરો. [school]',
  },
  due_soon: {
    en: 'Dear parent, fees of Rs. [amount] of [student], class [class], are due on [date]. [school]',
    hi: 'प्रिय अभिभावक, कक्षा [class] के [student] की फ़ीस रु. [amount] की देय तिथि [date] है। [school]',
    gu: 'પ્રિય વાલી, ધોરણ [class] ના [student] ની ફી રૂ. [amount] ભરવાની છેલ્લી તારીખ [date] છે. [school]',
  },
  overdue: {
    en: 'Dear parent, fees of Rs. [amount] of [student], class [class], were due on [date] and are not paid yet. [school]',
    hi: 'प्रिय अभिभावक, कक्षा [class] के [student] की फ़ीस रु. [amount] की देय तिथि [date] थी और अभी बाकी है। [school]',
    gu: 'પ્રિય વાલી, ધોરણ [class] ના [student] ની ફી રૂ. [amount] ની છેલ્લી તારીખ [date] હતી અને હજી બાકી છે. [school]',
  },
  receipt: {
    en: 'Dear parent, we have received Rs. [amount] for [student], class [class]. Receipt [number]. [school]',
    hi: 'प्रिय अभिभावक, कक्षा [class] के [student] के लिए रु. [amount] प्राप्त हुए। रसीद [number]। [school]',
    gu: 'પ્રિય વાલી, ધોરણ [class] ના [student] માટે રૂ. [amount] મળ્યા. રસીદ [number]. [school]',
  },
  bounced: {
    en: 'Dear parent, the bank has returned the cheque of Rs. [amount] for [student], class [class], receipt [number]. Please contact the office. [school]',
    hi: 'प्रिय अभिभावक, कक्षा [class] के [student] के लिए रु. [amount] का चेक बैंक ने लौटा दिया है, रसीद [number]। कार्यालय से संपर्क करें। [school]',
    gu: 'પ્રિય વાલી, ધોરણ [class] ના [student] માટે રૂ. [amount] નો ચેક બેંકે પાછો મોકલ્યો છે, રસીદ [number]. કાર્યાલયનો સંપર્ક કરો. [school]',
  },
  urgent: {
    en: 'Dear parent, urgent notice of [date]: [notice]. More on the school portal. [school]',
    hi: 'प्रिय अभिभावक, [date] की ज़रूरी सूचना: [notice]। विवरण विद्यालय के पोर्टल पर। [school]',
    gu: 'પ્રિય વાલી, [date] ની તાકીદની સૂચના: [notice]. વિગત શાળાના પોર્ટલ પર. [school]',
  },
  results: {
    en: 'Dear parent, the result of [exam] of [student], class [class], is published on the school portal. [school]',
    hi: 'प्रिय अभिभावक, कक्षा [class] के [student] का परिणाम, [exam], विद्यालय के पोर्टल पर प्रकाशित हुआ है। [school]',
    gu: 'પ્રિય વાલી, ધોરણ [class] ના [student] નું પરિણામ, [exam], શાળાના પોર્ટલ પર પ્રસિદ્ધ થયું છે. [school]',
  },
  certificate: {
    en: 'Dear parent, the [kind] of [student], class [class], is ready at the school office. [school]',
    hi: 'प्रिय अभिभावक, कक्षा [class] के [student] का [kind] विद्यालय कार्यालय में तैयार है। [school]',
    gu: 'પ્રિય વાલી, ધોરણ [class] ના [student] નું [kind] શાળાના કાર્યાલયમાં તૈયાર છે. [school]',
  },
  bus_delay: {
    en: 'Dear parent, the school bus of [student], [route], is late by [minutes:numeric] minutes. [school]',
    hi: 'प्रिय अभिभावक, [student] की विद्यालय बस, [route], [minutes:numeric] मिनट देर से चल रही है। [school]',
    gu: 'પ્રિય વાલી, [student] ની શાળા બસ, [route], [minutes:numeric] મિનિટ મોડી છે. [school]',
  },
  breach: {
    en: 'Dear parent, on [date] we found that personal data kept by our school was seen by others or lost. What happened and what to do: [link:url] [school]',
    hi: 'प्रिय अभिभावक, [date] को हमें पता चला कि हमारे विद्यालय के पास रखा निजी डेटा किसी और ने देखा या वह खो गया। क्या हुआ और क्या करें: [link:url] [school]',
    gu: 'પ્રિય વાલી, [date] ના રોજ અમને જાણ થઈ કે અમારી શાળા પાસે રાખેલો અંગત ડેટા બીજા કોઈએ જોયો કે તે ખોવાયો. શું થયું અને શું કરવું: [link:url] [school]',
  },
  invitation: {
    en: 'Dear parent, activate your account for [student], class [class]: [link:url] The code is on the slip from the school. [school]',
    hi: 'प्रिय अभिभावक, कक्षा [class] के [student] के लिए अपना खाता चालू करें: [link:url] कोड विद्यालय की पर्ची पर है। [school]',
    gu: 'પ્રિય વાલી, ધોરણ [class] ના [student] માટે તમારું ખાતું ચાલુ કરો: [link:url] કોડ શાળાની ચિઠ્ઠી પર છે. [school]',
  },
}

/** Samples that the operators' portal requires for each variable; fictitious. */
export const usualSamples: Record<string, string> = {
  student: 'Asha',
  class: '8-A',
  date: '12 Jul 2026',
  amount: '12,500',
  number: '2026-27/0042',
  school: 'Demo School',
  notice: 'School closed on Monday',
  exam: 'Half-yearly 2026',
  kind: 'Bonafide certificate',
  route: 'Route 4 morning',
  minutes: '20',
}

/** Variable in a usual text, with its tag if it has one: `[student]`, `[amount:numeric]`. */
const variable = /\[([a-z]+)(?::([a-z]+))?\]/g

/**
 * A usual text in its registered form, and its variables with samples.
 * @param url a URL of the school's list, for texts with a link
 * @param school its name, to be put into the text itself when it is too long for a variable
 */
export function usualTemplate(event: MessageEvent, language: Language, url: string, school?: string) {
  const usual = wordsIn(usualTexts[event], language)
  const text = school === undefined ? usual : usual.replace('[school]', () => school)
  const variables = [...text.matchAll(variable)]
  return {
    body: text.replace(variable, (_, _name, tag = 'alphanumeric') => `{#${tag}#}`),
    variables: variables.map(([, name = '']) => `${name}: ${name === 'link' ? url : usualSamples[name]}`).join('\n'),
  }
}

/** The usual text with values, for a mail, which needs no registration. */
export function usualWords(event: MessageEvent, language: Language, values: Readonly<Record<string, string>>): string {
  return wordsIn(usualTexts[event], language).replace(variable, (_, name: string) => values[name] ?? '')
}
