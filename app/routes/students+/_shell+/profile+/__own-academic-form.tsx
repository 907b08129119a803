import { AcademicForm, type AcademicValues } from '~/components/students/academic-form'
import type { SectionFrame } from '~/components/students/section-form'
import { DefinitionList } from '~/components/ui/definition-list'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay } from '~/models/shared/calendar'

type OwnAcademicFormProps = {
  frame: SectionFrame
  values: AcademicValues
  enrollment: { className: string; sectionName: string; rollNumber: number | null } | null
}

/** Academic information as the student has it: what the office alone writes is shown, the rest is asked. */
export function OwnAcademicForm({ frame, ...place }: OwnAcademicFormProps) {
  return <AcademicForm frame={frame} values={place.values} place={<Place {...place} />} own />
}

/** What enrollment and admission say. */
function Place({ enrollment, values }: Omit<OwnAcademicFormProps, 'frame'>) {
  const admittedOn = values.admission_date
  return (
    <>
      {enrollment ? null : <p>{m.profile_no_class()}</p>}
      <DefinitionList
        items={[
          { label: m.students_class(), value: enrollment?.className },
          { label: m.students_section(), value: enrollment?.sectionName },
          { label: m.students_roll_number(), value: enrollment?.rollNumber },
          { label: m.students_admission_number(), value: values.admission_number },
          {
            label: m.students_admission_date(),
            value:
              typeof admittedOn === 'string' && admittedOn !== '' ? formatDay(admittedOn, currentLanguage()) : null,
          },
        ]}
      />
      <p className="soft">{m.profile_office_only()}</p>
    </>
  )
}
