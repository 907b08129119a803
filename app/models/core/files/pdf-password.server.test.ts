import pdfmake, { type DocumentDefinition } from 'pdfmake'
import { describe, expect, it } from 'vitest'
import { needsPassword } from './pdf-password.server'

pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy(() => false)

/** A page without text, because a text would need a font. */
const pdfOf = (lock: object) =>
  pdfmake
    .createPdf({ content: [{ canvas: [{ type: 'rect', x: 0, y: 0, w: 9, h: 9 }] }], ...lock } as DocumentDefinition)
    .getBuffer()

describe.each(['1.3', '1.4', '1.6', '1.7ext3'] as const)('a PDF of version %s', (version) => {
  it.each([
    ['without a password', {}, false],
    ['with an owner password alone', { ownerPassword: 'office' }, false],
    ['with a user password', { userPassword: 'MEEN2015' }, true],
    ['with both', { userPassword: 'MEEN2015', ownerPassword: 'office' }, true],
  ])('is recognised as locked or readable: %s', async (_words, passwords, needs) => {
    expect(needsPassword(await pdfOf({ version, ...passwords }))).toBe(needs)
  })
})

/** PDF 2.0 with encryption of revision 6, which newer programs use but pdfkit cannot write. */
const ofRevision6 = (user: string) =>
  Buffer.from(
    `%PDF-2.0\n14 0 obj\n<</Filter/Standard/V 5/R 6/Length 256/P -4/O<${'00'.repeat(48)}>/U<${user}>>>\nendobj\n4 0 obj\n<</Length 3>>\nendobj\ntrailer\n<</Root 1 0 R/Encrypt 14 0 R>>\n%%EOF`,
  )

it.each([
  [
    'an empty',
    '8d1efb4f1bdbb651341704c2139de4f6be05d6d4609af56916b21646ed74825c01020304050607080000000000000000',
    false,
  ],
  ['a', 'f73c954722fb8e39ecd42d6fbba64c7b7c9e2066d3d250ccc990bc183b4ab5b801020304050607080000000000000000', true],
])('finds out whether a PDF of encryption revision 6 with %s user password needs a password', (_words, user, needs) =>
  expect(needsPassword(ofRevision6(user))).toBe(needs),
)

it.each([
  ['a certificate is needed', '<</Filter/Adobe.PubSec/V 4>>', true],
  ['the dictionary is damaged', '<</Filter/Standard/R 3/U(>>', false],
])('treats the file as locked when %s', (_words, dictionary, needs) =>
  expect(needsPassword(Buffer.from(`%PDF-1.6\n7 0 obj\n${dictionary}\nendobj\ntrailer<</Encrypt 7 0 R>>`))).toBe(needs),
)
