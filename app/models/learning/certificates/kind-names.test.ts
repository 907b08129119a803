import { describe, expect, it } from 'vitest'
import { kindNameIn, usualNames } from './kind-names'
import { certificateBases } from './options'
import { usualKinds } from './usual-kinds'

describe('kindNameIn', () => {
  it('translates an unchanged default name for the reader', () => {
    for (const { base, name } of usualKinds) {
      expect(kindNameIn(base, name, 'en')).toBe(name)
      expect(kindNameIn(base, name, 'hi')).not.toMatch(/[A-Za-z]/)
      expect(kindNameIn(base, name, 'gu')).not.toMatch(/[A-Za-z]/)
    }
    expect(Object.keys(usualNames)).toEqual(certificateBases.filter((base) => base !== 'own'))
  })

  it('returns the school’s own name for a renamed usual kind and for a kind of its own', () => {
    expect(kindNameIn('bonafide', 'Certificate of study', 'hi')).toBe('Certificate of study')
    expect(kindNameIn('own', 'Sports certificate', 'gu')).toBe('Sports certificate')
    // A kind that the school created is not a usual kind, even with a default name.
    expect(kindNameIn('own', 'Bonafide certificate', 'gu')).toBe('Bonafide certificate')
  })
})
