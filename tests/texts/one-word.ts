import type { Language } from '~/language/language'

/**
 * One word for one concept in each language: the preferred word, and forbidden alternatives. Chosen by native speakers,
 * because a second word suggests a second concept.
 */
export const oneWord: Readonly<Partial<Record<Language, ReadonlyArray<[kept: string, never: RegExp]>>>> = {
  gu: [
    ['શાળા', /સ્કૂલ/],
    ['પ્રયત્ન', /પ્રયાસ/],
    ['ચુકવણી', /ચૂકવણી/],
    ['હજી', /હજુ/],
    ['કૃપા કરીને', /કૃપા કરી(?!ને)/],
    ['લોગિન', /સાઇન ?ઇન|લોગ ઇન|લૉગિન/],
    ['ડિવાઇસ', /ઉપકરણ/],
    ['પાનું', /પેજ/],
    ['ઈ-મેલ', /ઇ-?મે[ઇલ]|ઈ ?મે[ઇલ]/],
    ['બેંક', /બૅંક|બેન્ક|બૅન્ક/],
    ['વૉલેટ', /વોલેટ/],
    ['ધોરણ (વર્ગ is a section)', /તમારા વર્ગ|કોઈ વર્ગ/],
    ['બેડ', /પથારી/],
    ['પછીનું, for what comes next', /આગલું|આગલા/],
    ['an ending joined to what it ends', /\} (ની|નું|ના|નો|નાં|ને|માં|માંથી|થી)(?=[\s,.;:!?]|$)/],
    ['પાછા જાઓ', /^(.* પર )?પાછા$/],
    // Exceptions: post offices, and "office computer", an example of a name that a user gives a device.
    ['કાર્યાલય', /કચેરી|(?<!પોસ્ટ )(ઑફિસ|ઓફિસ)(?!નું કમ્પ્યુટર)/],
    ['ચિઠ્ઠી, of the school', /કાપલી/],
  ],
  hi: [
    ['स्कूल', /विद्यालय/],
    ['लॉगिन', /साइन ?इन|लॉग इन/],
    ['पेज', /पृष्ठ/],
    ['बाकी', /बाक़ी/],
    ['खाली', /ख़ाली/],
    ['तरीका', /तरीक़/],
    ['ई-मेल', /ई ?मेल|इ-?मेल/],
    ['इनवॉइस', /बीजक/],
    ['सामान', /वस्तु/],
    ['संख्या', /(?<!अनु)क्रमांक/],
    ['तारीख', /(?<!जन्म)तिथि/],
    ['आगामी', /आने वाली/],
    ['आवश्यक', /ज़रूरी/],
    ['बेड', /बिस्तर/],
    ['फ़ीस, of what is owed', /देने योग्य शुल्क/],
    ['देय तारीख बीत चुकी, of what is overdue', /उसमें से बकाया/],
    ['ई-मेल बंद करना', /सदस्यता/],
    ['no stroke after a figure, where it reads as a 1', /(\d|: \{count\})।$/],
  ],
  en: [
    ['student', /\bpupils?\b/i],
    ['sign in is a verb, login the page; never both in one text', /\blog in\b.*\bsign in\b|\bsign in\b.*\blog in\b/i],
    ['found by fewer words', /Search for less/],
  ],
}
