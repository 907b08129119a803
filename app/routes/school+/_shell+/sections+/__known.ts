import { choicesOf } from '~/kit/forms/fields'
import type { NamedThing } from '~/models/people/academics/queries.server'

type Choices = { classes: NamedThing[]; teachers: Array<NamedThing & { employeeNumber: string }> }

export function knownOfSection({ classes, teachers }: Choices) {
  return {
    class: { options: choicesOf(classes) },
    classTeacher: {
      hint: teachers.length === 0 ? 'Teachers you add can be chosen here.' : undefined,
      options: choicesOf(teachers.map((one) => ({ ...one, name: `${one.name} (${one.employeeNumber})` }))),
    },
  }
}
