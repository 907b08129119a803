import { expect, it } from 'vitest'
import { isPlainName } from './plain-name'

it.each([
  'Kavita Rao',
  'D’Souza, J. P.',
  'ગીતા બહેન',
  "St. Mary's School (Std 1–10)",
  'Httpal Wwwar',
  'Md.Irfan Dr.Rao',
  'M.K.Gandhi M.Com',
  'St.Xavier Co.Ed School',
  'Smt.Indira',
  'Shri S. V. Vidyalaya / Surat',
])('accepts the name %s, which contains no link', (name) => expect(isPlainName(name)).toBe(true))

it.each([
  'URGENT: open https://evil.example/x',
  'HTTP://evil.example',
  'see www.evil.example',
  'WWW.EVIL.EXAMPLE',
  'ｗｗｗ．evil.example',
  'ｈｔｔｐ：／／evil.example',
  'evil.example',
  'Open Evil.Com now',
  'pay.school-fees.co.in',
  'ｅｖｉｌ．ｃｏｍ',
  'Kavita\nOpen this',
  'Kavita\r\nOpen this',
  'Kavita\u2028Open this',
  'Kavita\u0000Rao',
])('refuses the name %j, which contains a link or control characters', (name) => expect(isPlainName(name)).toBe(false))
