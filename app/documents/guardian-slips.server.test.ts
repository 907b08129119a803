import { expect, it } from 'vitest'
import { pagesOfPdf, wordsOfPdf } from '../../tests/factories/pdf-words'
import { renderGuardianSlips } from './guardian-slips.server'

const slip = {
  language: 'en' as const,
  name: 'Rajesh Patel',
  children: 'Asha, Ravi',
  code: '7KQ4-MW2H-9RTX',
  mobileEnd: '45',
  validUntil: '2026-12-26',
  needed: 'your mobile number, which ends in 45',
}

it('prints the children, code, address and requirements on each slip, eight per page', async () => {
  const view = { schoolName: 'Sunrise School', address: 'school.test/guardians/activate', printedAt: new Date() }
  const one = await renderGuardianSlips({ ...view, slips: [slip] })
  const words = wordsOfPdf(one)
  for (const said of ['Sunrise School', slip.name, slip.children, slip.code, view.address, 'ends in 45', '26 Dec 2026'])
    expect(words.replace(/\s+/g, ' ')).toContain(said)
  const many = Array.from({ length: 9 }, (_, index) => ({
    ...slip,
    language: (['en', 'hi', 'gu'] as const)[index % 3] ?? 'en',
  }))
  expect(pagesOfPdf(await renderGuardianSlips({ ...view, slips: many }))).toBe(2)
})
