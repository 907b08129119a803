import { expect, it } from 'vitest'
import { fullName, isAadhaar, shownAadhaar } from './rules'

it('joins first and last name, and shows only the last four digits of an Aadhaar number', () => {
  expect(fullName({ firstName: 'Asha', lastName: 'Patel' })).toBe('Asha Patel')
  expect(shownAadhaar('2346')).toBe('XXXX XXXX 2346')
})

it.each(['234123412346', '987654321012'])(
  'accepts %s as an Aadhaar number, but not with one digit changed or two neighbours swapped',
  (number) => {
    expect(isAadhaar(number)).toBe(true)
    expect(isAadhaar(`${number}0`)).toBe(false)
    expect(isAadhaar(`x${number}`)).toBe(false)
    for (let place = 0; place < 12; place++) {
      for (let digit = 0; digit < 10; digit++) {
        const typed = `${number.slice(0, place)}${digit}${number.slice(place + 1)}`
        expect(isAadhaar(typed)).toBe(typed === number)
      }
      const [one = '', other = ''] = [number[place], number[place + 1]]
      if (place < 11 && one !== other)
        expect(isAadhaar(`${number.slice(0, place)}${other}${one}${number.slice(place + 2)}`)).toBe(false)
    }
  },
)
