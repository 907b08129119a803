import type { ReactNode } from 'react'
import { Card } from '~/components/ui/card'
import { DefinitionList } from '~/components/ui/definition-list'
import { paths } from '~/http/paths'
import { schoolPaths } from '~/http/school-paths'
import { formatDay } from '~/models/shared/calendar'
import {
  areaFields,
  areaTypes,
  type Place,
  type PlaceField,
  placeFieldLabel,
  placeLabel,
  placeName,
} from '~/models/students/address-options'
import type { DocumentKind } from '~/models/students/document-file-options'
import { documentLabel } from '~/models/students/document-options'
import { fieldLabel, personFactLabel, shownValue } from '~/models/students/field-options'
import { type Section, sectionLabel } from '~/models/students/options'
import { type Person, personLabel, personNameLabel, persons } from '~/models/students/parent-options'
import { shownAadhaar } from '~/models/students/rules'

type Values = Readonly<Record<string, string | null>>

type SectionCardsProps = {
  id: string
  values: Values
  documents: ReadonlyArray<{ kind: DocumentKind; key: string; fileName: string }>
  mayEdit: boolean
}

/** The six sections of a student as the office reads them. */
export function SectionCards({ id, values, documents, mayEdit }: SectionCardsProps) {
  const frame = { id, mayEdit }
  const photo = documents.find(({ kind }) => kind === 'student_photo')
  return (
    <>
      <SectionCard {...frame} section="student">
        {photo ? <img className="photo" src={paths.file(photo.key)} alt="" width={120} height={150} /> : null}
        <Facts values={values} fields={studentFields} />
      </SectionCard>
      <SectionCard {...frame} section="address">
        <AddressFacts values={values} place="permanent" />
        {values.same_as_permanent === '1' ? (
          <p>{`${placeLabel('current')}: same as permanent address`}</p>
        ) : (
          <AddressFacts values={values} place="current" />
        )}
        <Facts values={values} fields={['distance_from_school']} />
      </SectionCard>
      <SectionCard {...frame} section="parent">
        {persons.map((who) => (
          <PersonFacts key={who} who={who} values={values} />
        ))}
      </SectionCard>
      <SectionCard {...frame} section="academic">
        <Facts values={values} fields={academicFields} />
      </SectionCard>
      <SectionCard {...frame} section="documents">
        {documents.length === 0 ? (
          <p className="soft">No document yet.</p>
        ) : (
          <ul>
            {documents.map((document) => (
              <li key={document.key}>
                {`${documentLabel(document.kind)}: `}
                <a href={paths.file(document.key)}>{document.fileName}</a>
              </li>
            ))}
          </ul>
        )}
      </SectionCard>
      <SectionCard {...frame} section="additional">
        <Facts values={values} fields={additionalFields} />
      </SectionCard>
    </>
  )
}

const studentFields = [
  'enrollment_number',
  'gender',
  'date_of_birth',
  'category',
  'religion',
  'medium',
  'mobile_number',
  'email',
  'address',
  'rte',
  'nic_id',
  'sr_no',
]

const academicFields = [
  'admission_number',
  'admission_date',
  'admission_class',
  'previous_school',
  'previous_board',
  'previous_class',
  'previous_year',
  'previous_result',
  'previous_school_address',
]

const additionalFields = [
  'travel_mode',
  'travel_details',
  'staying_with',
  'staying_details',
  'medical_conditions',
  'allergies',
  'emergency_contact_name',
  'emergency_contact_number',
]

type SectionCardProps = { id: string; mayEdit: boolean; section: Section; children: ReactNode }

function SectionCard({ id, mayEdit, section, children }: SectionCardProps) {
  const label = sectionLabel(section)
  return (
    <Card
      title={label}
      aside={
        mayEdit ? (
          <a className="alone" href={schoolPaths.editStudent(id, section)} aria-label={`Edit ${label}`}>
            Edit
          </a>
        ) : undefined
      }
    >
      {children}
    </Card>
  )
}

function Facts({ values, fields }: { values: Values; fields: readonly string[] }) {
  return <DefinitionList items={fields.map((field) => ({ label: fieldLabel(field), value: shown(field, values) }))} />
}

function shown(field: string, values: Values): string | null {
  const value = values[field] ?? null
  if (value === null) return null
  if (field === 'rte') return value === '1' ? 'Yes: owes no fees' : 'No'
  return field === 'date_of_birth' || field === 'admission_date' ? formatDay(value, 'en') : shownValue(field, value)
}

const everywhere: readonly PlaceField[] = [
  'house_no',
  'street',
  'post_office',
  'district',
  'state',
  'pincode',
  'area_type',
]

function AddressFacts({ values, place }: { values: Values; place: Place }) {
  const area = areaTypes.find((one) => one === values[placeName(place, 'area_type')])
  const fields = [...everywhere, ...(area ? areaFields[area] : [])]
  if (fields.every((field) => !values[placeName(place, field)]))
    return <p className="soft">{`${placeLabel(place)}: not given yet.`}</p>
  return (
    <>
      <h3>{placeLabel(place)}</h3>
      <DefinitionList
        items={fields.map((field) => ({
          label: placeFieldLabel(field),
          value: shown(placeName(place, field), values),
        }))}
      />
    </>
  )
}

/** Parents always; a guardian only where there is one. */
function PersonFacts({ who, values }: { who: Person; values: Values }) {
  if (who === 'guardian' && !values.guardian_name) return null
  const end = values[`${who}_aadhar_end`]
  const facts = ['occupation', 'mobile', 'education', 'income'].map((fact) => `${who}_${fact}`)
  const relation = who === 'guardian' ? ['guardian_relation'] : []
  return (
    <>
      <h3>{personLabel(who)}</h3>
      <DefinitionList
        items={[
          { label: personNameLabel(who), value: values[`${who}_name`] },
          ...[...relation, ...facts].map((field) => ({
            label: field === 'guardian_relation' ? fieldLabel(field) : personFactLabel(field.slice(who.length + 1)),
            value: shown(field, values),
          })),
          { label: 'Aadhaar number', value: end ? shownAadhaar(end) : null },
        ]}
      />
    </>
  )
}
