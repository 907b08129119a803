import { describe, expect, it } from 'vitest'
import { kindNameIn, usualNames } from './kind-names'
import { certificateBases } from './options'
import { usualKinds } from './usual-kinds'

describe('the name of a kind', () => {
  it('is the reader’s own where the school has left it as it was', () => {
    for (const { base, name } of usualKinds) {
      expect(kindNameIn(base, name, 'en')).toBe(name)
      expect(kindNameIn(base, name, 'hi')).not.toMatch(/[A-Za-z]/)
      expect(kindNameIn(base, name, 'gu')).not.toMatch(/[A-Za-z]/)
    }
    expect(Object.keys(usualNames)).toEqual(certificateBases.filter((base) => base !== 'own'))
  })

  it('is the school’s own word once it has chosen one, and of a kind of its own', () => {
    expect(kindNameIn('bonafide', 'Certificate of study', 'hi')).toBe('Certificate of study')
    expect(kindNameIn('own', 'Sports certificate', 'gu')).toBe('Sports certificate')
    // A name of the list that means something else is no usual kind.
    expect(kindNameIn('own', 'Bonafide certificate', 'gu')).toBe('Bonafide certificate')
  })
})
