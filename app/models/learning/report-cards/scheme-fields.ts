import { field, form } from '~/kit/forms/fields'
import { templates } from './scheme-options'

const name = { name: field.line('Scheme name', 80, { required: true, hint: 'Such as Classes VI to VIII' }) }
const classes = {
  classes: field.things('Classes', {
    calledBy: 'classNames',
    invalid: 'Select a valid class',
    hint: 'A class has one scheme in a session.',
  }),
}

/** Form of a new scheme; terms, components and grades come from the template. */
export const newSchemeForm = form(
  'scheme',
  name,
  {
    academicSession: field.thing('Academic session', {
      required: 'Select a valid academic session',
      calledBy: 'sessionName',
      hasNoEmptyOption: true,
    }),
  },
  { template: field.choice('Start from', templates, { required: 'Choose what to start from', asRadios: true }) },
  classes,
)

export const schemeForm = form('scheme', name, classes)

export const newSchemeRefusals = {
  'no-such-session': { academicSession: 'Select a valid academic session' },
  'no-such-class': { classes: 'Select a valid class' },
  'name-taken': { name: 'The session already has a scheme with this name' },
  'class-taken': { classes: 'One of the classes already has another scheme in this session' },
}

/** Sentence of the remark bank, in each language of the cards. */
export const remarkForm = form('sentence', {
  code: field.whole('Number', {
    required: true,
    min: 1,
    max: 999,
    hint: 'Teachers type it in the grid; it cannot be changed once the sentence is added',
  }),
  sentence: field.localized((language) => field.line(`In ${language}`, 200, { required: true })),
})

export const remarkRefusals = {
  'code-taken': { code: 'Another sentence has this number' },
  'code-set': { code: 'The number cannot be changed: teachers’ entries refer to it' },
}

export const publicationForm = form('publication', {
  althoughMissing: field.tick('Publish with missing entries', { hint: 'Missing entries show as a dash on the card.' }),
})
