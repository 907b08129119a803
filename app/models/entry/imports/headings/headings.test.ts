import { expect, it } from 'vitest'
import { kindOfImport } from '../kinds/registry.server'
import { fileKinds } from '../options'
import { headingBook } from './heading-book'

it.each(fileKinds)('gives each known heading of %s exactly one meaning, or lists it as ambiguous', (kind) => {
  const { entries } = headingBook(kind, kindOfImport(kind).columns)
  const clashes = (['exact', 'common'] as const).flatMap((form) => {
    const meanings = new Map<string, Map<string, string>>()
    for (const entry of entries) {
      const known = meanings.get(entry[form]) ?? new Map()
      meanings.set(entry[form], known.set(entry.meaning, entry.heading))
    }
    return [...meanings].flatMap(([key, known]) => {
      const isListed = [...known.keys()].some((meaning) => meaning.startsWith('ambiguous'))
      return known.size > 1 && !isListed ? [`${key}: ${[...known].map(([k, v]) => `${k} “${v}”`).join(', ')}`] : []
    })
  })
  expect(clashes).toEqual([])
})
