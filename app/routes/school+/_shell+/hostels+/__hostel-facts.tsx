import { PlainText } from '~/components/notices/plain-text'
import { Card, DefinitionList } from '~/components/ui'
import { paths } from '~/http/paths'
import { schoolPaths } from '~/http/school-paths'
import { genderWords, hostelTypeWords } from '~/models/hostels/hostel-fields'
import type { hostels } from '~/models/hostels/hostels.server'
import { formatPaise } from '~/models/shared/money'

type Hostel = NonNullable<Awaited<ReturnType<typeof hostels.find>>>
type HostelFactsProps = { hostel: Omit<Hostel, 'id'>; mayEdit: boolean }

/** What the office knows of a hostel, besides its rooms. */
export function HostelFacts({ hostel, mayEdit }: HostelFactsProps) {
  const rupees = (paise: number) => (paise === 0 ? 'None' : formatPaise(paise, { style: 'short' }))
  const id = hostel.publicId
  const change = (href: string, words: string) =>
    mayEdit ? (
      <a className="alone" href={href}>
        {words}
      </a>
    ) : undefined
  return (
    <>
      <Card title="Hostel" aside={change(schoolPaths.editHostel(id), 'Edit hostel')}>
        <DefinitionList
          items={[
            { label: 'For', value: genderWords[hostel.genderType] },
            { label: 'Type', value: hostelTypeWords[hostel.hostelType] },
            { label: 'Warden', value: hostel.wardenName },
            { label: 'Contact number', value: hostel.contactNumber },
            { label: 'Warden’s e-mail', value: hostel.wardenEmail },
            { label: 'Security deposit', value: rupees(hostel.securityDepositPaise) },
            { label: 'Monthly mess charges', value: mealWords(hostel, rupees(hostel.mealPlanFeePaise)) },
            { label: 'Address', value: <PlainText text={hostel.address} /> },
          ]}
        />
      </Card>
      <Card title="Bank details">
        {hostel.bankAccountNumber ? (
          <DefinitionList
            items={[
              { label: 'Bank', value: hostel.bankName },
              { label: 'Account number', value: hostel.bankAccountNumber },
              { label: 'IFSC', value: hostel.bankIfscCode },
            ]}
          />
        ) : (
          <p>None yet. Students who pay by bank transfer need them.</p>
        )}
      </Card>
      <Card
        title="Picture"
        aside={change(schoolPaths.hostelPicture(id), hostel.pictureKey ? 'Change picture' : 'Add picture')}
      >
        {hostel.pictureKey && hostel.thumbnailKey ? (
          <a href={paths.file(hostel.pictureKey)}>
            <img src={paths.file(hostel.thumbnailKey)} alt={hostel.name} height="120" />
          </a>
        ) : (
          <p>None yet. Students see a drawing instead.</p>
        )}
      </Card>
    </>
  )
}

function mealWords({ mealPlanIncluded, mealPlanFeePaise }: HostelFactsProps['hostel'], fee: string): string {
  if (mealPlanFeePaise === 0) return mealPlanIncluded ? 'Included, without charge' : fee
  return `${fee}, ${mealPlanIncluded ? 'for all students' : 'for students who ask for meals'}`
}
