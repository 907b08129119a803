import { schemaOf } from '~/kit/forms/form-schema.server'
import { concessionForm, concessionsForm, copyFeeForm, waiverForm } from './concession-fields'

export const concessionSchema = schemaOf(concessionForm, ({ percentHundredths, amountPaise, fee }, say) => {
  const [hasPercent, hasAmount] = [percentHundredths, amountPaise].map((size) => size !== null)
  if (hasPercent && hasAmount) say('amountPaise', 'Enter a percentage or an amount, not both')
  else if (!hasPercent && !hasAmount) say('percentHundredths', 'Enter a percentage or an amount')
  else if (hasAmount && fee === null) say('fee', 'Choose the fee that the amount is taken off')
})

export const concessionsSchema = schemaOf(concessionsForm, ({ student = [], percentHundredths }, say) => {
  if (student.length === 0) say('student', 'Tick at least one student')
  if (percentHundredths === null) say('percentHundredths', 'Enter a percentage')
})

export const waiverSchema = schemaOf(waiverForm)

export const copyFeeSchema = schemaOf(copyFeeForm, ({ classes }, say) => {
  if (classes?.length === 0) say('classes', 'Choose at least one class')
})
