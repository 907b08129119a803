import { field, form } from '~/kit/forms/fields'
import { languageNames } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { purposeLength } from './options'

export const requestForm = form(
  'request',
  {
    kind: field.thing(m.certificates_kind, {
      calledBy: 'kindName',
      required: m.certificates_kind_required,
      invalid: m.certificates_kind_required,
    }),
  },
  {
    language: field.choice(m.certificates_language, languageNames, {
      required: m.certificates_language_required,
      hasNoEmptyOption: true,
    }),
  },
  {
    purpose: field.line(m.certificates_purpose, purposeLength, {
      required: m.certificates_purpose_required,
      hint: m.certificates_purpose_hint,
    }),
  },
)
