import type { ServerField } from '~/components/forms'
import { FormRows } from '~/components/forms/described-field'
import { enrollmentForm } from '~/models/people/academics/enrollment-fields'
import { classSection, sessionOptions } from '~/models/people/academics/rules'

export type EnrollmentChoices = {
  sessions: ReadonlyArray<{ publicId: string; name: string; isCurrent: boolean }>
  sections: ReadonlyArray<{ publicId: string; className: string; name: string; capacity: number; taken: number }>
}

/** Options for session and section, each section with its seats. */
export function knownOfEnrollment({ sessions, sections }: EnrollmentChoices) {
  return {
    academicSession: { options: sessionOptions(sessions) },
    section: {
      options: sections.map(({ publicId, className, name, taken, capacity }) => ({
        value: publicId,
        label: `${classSection(className, name)} (${taken} of ${capacity} seats taken)`,
      })),
    },
  }
}

type EnrollmentFieldsProps = { fields: Record<string, ServerField>; choices: EnrollmentChoices }

export function EnrollmentFields({ fields, choices }: EnrollmentFieldsProps) {
  return <FormRows form={enrollmentForm} fields={fields} known={knownOfEnrollment(choices)} />
}
