import { expect, it } from 'vitest'
import { actionWords, factWords } from './audit-words'

it('capitalises the first letter of an action', () => {
  expect(actionWords('fee-settings.saved')).toBe('Fee settings saved')
})

it('formats the details of an audit entry, with amounts in rupees, and omits empty details', () => {
  const facts = { classBefore: 'Class 6', amountPaise: 12_500_00, rte: true, roll_number: null, remark: '' }
  expect(factWords(JSON.stringify(facts))).toBe('class before Class 6, amount ₹12,500, rte yes')
  expect(factWords('{"field":"first_name","method":"cod"}')).toBe('field first name, method cash on delivery')
  expect(factWords('not JSON')).toBe('')
})
