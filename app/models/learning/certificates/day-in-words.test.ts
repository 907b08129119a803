import { expect, it } from 'vitest'
import { classInWords, dayInWords } from './day-in-words'

it.each([
  ['2012-06-14', 'Fourteenth June Two Thousand Twelve', 'चौदह जून दो हज़ार बारह', 'ચૌદ જૂન બે હજાર બાર'],
  ['2011-08-15', 'Fifteenth August Two Thousand Eleven', 'पंद्रह अगस्त दो हज़ार ग्यारह', 'પંદર ઑગસ્ટ બે હજાર અગિયાર'],
  ['2000-01-01', 'First January Two Thousand', 'एक जनवरी दो हज़ार', 'એક જાન્યુઆરી બે હજાર'],
  ['2016-02-29', 'Twenty-Ninth February Two Thousand Sixteen', 'उनतीस फ़रवरी दो हज़ार सोलह', 'ઓગણત્રીસ ફેબ્રુઆરી બે હજાર સોળ'],
  [
    '1999-12-31',
    'Thirty-First December Nineteen Hundred Ninety-Nine',
    'इकतीस दिसंबर उन्नीस सौ निन्यानवे',
    'એકત્રીસ ડિસેમ્બર ઓગણીસસો નવ્વાણું',
  ],
  ['1900-03-30', 'Thirtieth March Nineteen Hundred', 'तीस मार्च उन्नीस सौ', 'ત્રીસ માર્ચ ઓગણીસસો'],
  [
    '2100-11-22',
    'Twenty-Second November Two Thousand One Hundred',
    'बाईस नवंबर दो हज़ार एक सौ',
    'બાવીસ નવેમ્બર બે હજાર એકસો',
  ],
])('formats %s in words in three languages', (day, en, hi, gu) => {
  expect([dayInWords(day, 'en'), dayInWords(day, 'hi'), dayInWords(day, 'gu')]).toEqual([en, hi, gu])
})

it('has a distinct word for each day of a month', () => {
  for (const locale of ['en', 'hi', 'gu'] as const) {
    const days = Array.from({ length: 31 }, (_, day) =>
      dayInWords(`2010-01-${String(day + 1).padStart(2, '0')}`, locale),
    )
    expect(new Set(days).size).toBe(31)
    expect(days.join()).not.toMatch(/undefined|\d/)
  }
})

it.each(['2015-02-29', '14/06/2012', ''])('refuses %s as a day', (day) => {
  expect(() => dayInWords(day, 'en')).toThrow('Not a day')
})

it.each([
  ['Class 8', 'en', 'Class 8 (Eight)'],
  ['8', 'hi', '8 (आठ)'],
  ['Std XII', 'gu', 'Std XII (બાર)'],
  ['VIII', 'en', 'VIII (Eight)'],
  ['Nursery', 'en', 'Nursery'],
  ['Batch 2026', 'en', 'Batch 2026'],
] as const)('formats the class %s in words (%s)', (name, locale, words) => {
  expect(classInWords(name, locale)).toBe(words)
})
