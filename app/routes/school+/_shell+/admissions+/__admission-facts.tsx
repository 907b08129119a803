import { Card } from '~/components/ui/card'
import { DefinitionList } from '~/components/ui/definition-list'
import { m } from '~/language/paraglide/messages'
import { formatDay } from '~/models/shared/calendar'
import { type Category, categoryLabel, type Gender, genderLabel } from '~/models/students/options'
import { originNames } from './__admission-words'

type AdmissionFactsProps = {
  admission: {
    origin: keyof typeof originNames
    gender: Gender
    dateOfBirth: string
    category: Category
    mobileNumber: string
    email: string | null
    fatherName: string
    motherName: string
    address: string
    rte: boolean
    className: string | null
    sessionName: string | null
    previousSchool: string | null
    previousClass: string | null
    previousBoard: string | null
    medium: string | null
    remarks: string | null
    decidedBy: string | null
  }
}

/** Child, family and the seat asked for. */
export function AdmissionFacts({ admission }: AdmissionFactsProps) {
  return (
    <>
      <Card title="Child">
        <DefinitionList
          items={[
            { label: m.students_gender(), value: genderLabel(admission.gender) },
            { label: m.students_date_of_birth(), value: formatDay(admission.dateOfBirth, 'en') },
            { label: m.students_category(), value: categoryLabel(admission.category) },
            { label: 'RTE', value: admission.rte ? 'Yes: owes no fees' : 'No' },
            { label: 'Class wanted', value: admission.className },
            { label: m.students_academic_session(), value: admission.sessionName },
            { label: m.students_medium(), value: admission.medium },
            { label: m.students_previous_school(), value: admission.previousSchool },
            { label: m.students_previous_class(), value: admission.previousClass },
            { label: m.students_previous_board(), value: admission.previousBoard },
          ]}
        />
      </Card>
      <Card title="Family">
        <DefinitionList
          items={[
            { label: m.students_father_name(), value: admission.fatherName },
            { label: m.students_mother_name(), value: admission.motherName },
            { label: m.students_mobile_number(), value: admission.mobileNumber },
            { label: m.students_email(), value: admission.email },
            { label: m.students_address(), value: admission.address },
            { label: 'Source', value: originNames[admission.origin] },
            { label: 'Remarks', value: admission.remarks },
            { label: 'Decided by', value: admission.decidedBy },
          ]}
        />
      </Card>
    </>
  )
}
