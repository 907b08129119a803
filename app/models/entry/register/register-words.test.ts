import { expect, it } from 'vitest'
import { formatDay } from '~/models/core/shared/calendar'
import { remarksOf } from './register-words'

const period = {
  leftOn: '2024-05-04',
  leavingClass: 'Class 5',
  leavingReason: 'Moved to Surat',
  returnedOn: '2025-06-16',
  returnedClass: 'Class 6',
  certificateNumber: 'TC/2024-25/0007',
  certificateOn: '2024-05-06',
}
const correction = {
  id: 1,
  studentId: 1,
  createdAt: new Date('2026-01-20T06:00:00Z'),
  field: 'name' as const,
  oldValue: 'Asha Patel',
  newValue: 'Asha Shah',
  authority: 'District Education Officer',
  orderNumber: 'DEO/114',
  orderedOn: '2026-01-12',
  reason: 'As in the birth certificate.',
  correctedByName: 'Meenakshi Joshi',
  correctedOn: '2026-01-20',
}
const entry = { isNumbered: true, otherNumbers: ['GR/77', 'GR/81'], periods: [period], corrections: [correction] }
const [left, certified, back, ordered] = ['2024-05-04', '2024-05-06', '2025-06-16', '2026-01-12'] as const

it.each([
  [
    'en',
    'Also entered under GR/77, GR/81.',
    'Left on 4 May 2024 from Class 5 (Moved to Surat); came back on 16 Jun 2025, Class 6, and the number was resumed.',
    'Certificate TC/2024-25/0007 of 6 May 2024.',
    'Name corrected from Asha Patel to Asha Shah on the authority of District Education Officer, no. DEO/114, dated 12 Jan 2026: As in the birth certificate.',
  ],
  [
    'hi',
    'GR/77, GR/81 पर भी दर्ज।',
    `${formatDay(left, 'hi')} को Class 5 से छोड़ा (Moved to Surat); ${formatDay(back, 'hi')}, Class 6 को लौटे, वही संख्या जारी रही।`,
    `प्रमाणपत्र TC/2024-25/0007, ${formatDay(certified, 'hi')}।`,
    `नाम Asha Patel से Asha Shah किया गया; प्राधिकार: District Education Officer, सं. DEO/114, दिनांक ${formatDay(ordered, 'hi')}: As in the birth certificate।`,
  ],
  [
    'gu',
    'GR/77, GR/81 પર પણ નોંધેલ.',
    `${formatDay(left, 'gu')}ના રોજ Class 5માંથી છોડી (Moved to Surat); ${formatDay(back, 'gu')}, Class 6ના રોજ પાછા આવ્યા, જૂનો નંબર ચાલુ રહ્યો.`,
    `પ્રમાણપત્ર TC/2024-25/0007, ${formatDay(certified, 'gu')}.`,
    `નામ Asha Patelને બદલે Asha Shah કરેલ; સત્તા: District Education Officer, નં. DEO/114, તા. ${formatDay(ordered, 'gu')}: As in the birth certificate.`,
  ],
] as const)('lists returns, certificates and corrections of an entry as sentences in %s', (language, ...sentences) => {
  expect(remarksOf(entry, language)).toEqual(sentences)
})
