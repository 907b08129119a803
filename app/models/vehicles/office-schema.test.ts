import { expect, it } from 'vitest'
import { documentSchema } from './office-schema'

it('takes a paper that ends in this century, or never', () => {
  const read = (expires_on?: string) => documentSchema.safeParse({ kind: 'permit', expires_on })
  expect(read('2027-03-31').data).toMatchObject({ kind: 'permit', expiresOn: '2027-03-31' })
  expect(read().data).toMatchObject({ expiresOn: null })
  const words = (day: string) => read(day).error?.issues.map(({ message }) => message)
  expect(words('0027-03-31')).toEqual(['Enter a day of the years 2000 to 2099'])
  expect(words('2127-03-31')).toEqual(['Enter a day of the years 2000 to 2099'])
  expect(words('31/3/2027')).toEqual(['Enter a day as yyyy-mm-dd'])
})
