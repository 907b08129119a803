import { Card, DefinitionList } from '~/components/ui'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay } from '~/models/shared/calendar'

const genders: Record<string, () => string> = {
  Male: m.students_gender_male,
  Female: m.students_gender_female,
  Other: m.students_gender_other,
}

type FeePayerCardProps = {
  payer: {
    fullName: string
    email: string | null
    gender: string
    fatherName: string | null
    mobileNumber: string
    dateOfBirth: string
  }
}

/** The information card of Student Fee Management: six facts, so that a parent sees whose fees these are. */
export function FeePayerCard({ payer }: FeePayerCardProps) {
  return (
    <Card title={m.fees_student_card()}>
      <DefinitionList
        items={[
          { label: m.fees_full_name(), value: payer.fullName },
          { label: m.students_email(), value: payer.email },
          { label: m.students_gender(), value: genders[payer.gender]?.() ?? payer.gender },
          { label: m.fees_father(), value: payer.fatherName },
          { label: m.students_mobile_number(), value: payer.mobileNumber },
          { label: m.students_date_of_birth(), value: formatDay(payer.dateOfBirth, currentLanguage()) },
        ]}
      />
    </Card>
  )
}
