import { expect, it } from 'vitest'
import { withNames } from './field-reader'

it.each([
  [{ full_name: 'Asha Patel' }, 'Asha', 'Patel'],
  [{ full_name: 'Asha Ben Patel' }, 'Asha Ben', 'Patel'],
  [{ surname_first: 'Patel  Asha Ben' }, 'Asha Ben', 'Patel'],
  [{ surname_first: 'Patel, Asha Ben' }, 'Asha Ben', 'Patel'],
  [{ full_name: 'Asha' }, 'Asha', undefined],
  // With a separate column of surnames, no part of the name is lost.
  [{ full_name: 'Asha Ben', last_name: 'Patel' }, 'Asha Ben', 'Patel'],
  [{ full_name: 'Asha Ben PATEL', last_name: 'Patel' }, 'Asha Ben', 'Patel'],
  [{ full_name: 'Patel Asha Ben', last_name: 'Patel' }, 'Asha Ben', 'Patel'],
  [{ full_name: 'Asha de Souza', last_name: 'De  Souza' }, 'Asha', 'De  Souza'],
  [{ full_name: 'Patel', last_name: 'Patel' }, 'Patel', 'Patel'],
  [{ full_name: 'Asha Ben', last_name: '' }, 'Asha', 'Ben'],
  [{ full_name: 'Asha Patel', first_name: 'Ashaben' }, 'Ashaben', 'Patel'],
])('derives first and last name from %j', (texts, first, last) => {
  const { first_name, last_name, ...rest } = withNames(texts)
  expect([first_name, last_name || undefined, rest]).toEqual([first, last, {}])
})
