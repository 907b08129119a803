import { Form } from '@remix-run/react'
import { ErrorSummary, HiddenKey, RadioGroup } from '~/components/forms'
import { Alert, ButtonLink, SubmitButton } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'
import { counted } from '~/models/core/shared/counted'
import { formatPaise } from '~/models/core/shared/money'
import type { PromotionPreview } from '~/models/entry/admissions/promotion/preview-promotion.server'
import { countSeats } from '~/models/entry/admissions/promotion/promotion-rules'
import { resultWords } from '~/models/learning/exams/office-words'
import { classSection } from '~/models/people/academics/rules'

type Row = PromotionPreview['rows'][number]
type Section = PromotionPreview['sections'][number]

type PromoteFormProps = {
  preview: PromotionPreview
  formKey: string
  /** Submitted choices by enrollment, to show them again after a refusal. */
  chosen: Record<string, string>
  rollNumbers: string
  errors: ReadonlyArray<{ message: string }>
}

/**
 * Lists the students of the class, each with a select of the possible outcomes, such as a new section. It is the row's
 * only field, which keeps a large class fast.
 */
export function PromoteForm({ preview, formKey, chosen, rollNumbers, errors }: PromoteFormProps) {
  const { rows, sections, enrolled } = preview
  const destinations = rows.map((row) => chosen[row.enrollment] ?? row.proposed)
  return (
    <Form method="post" className="stack">
      <ErrorSummary errors={errors} title="Update Failed" />
      <HiddenKey value={formKey} />
      {enrolled.length > 0 ? (
        <Alert tone="info" title={`${counted(enrolled.length, 'student')} left out`}>
          <p>{`In ${preview.toName} already: ${enrolled.map((one) => `${one.name} (${one.place})`).join(', ')}.`}</p>
        </Alert>
      ) : null}
      <Seats sections={sections} destinations={destinations} />
      <Fees rows={rows} sections={sections} destinations={destinations} />
      <div className="table-box">
        <table className="table">
          <caption className="sr">Outcome for each student</caption>
          <thead>
            <tr>
              <th scope="col">Student</th>
              <th scope="col">Section and roll number</th>
              <th scope="col">Last result</th>
              <th scope="col">{`In ${preview.toName}`}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={row.enrollment}>
                <th scope="row">{row.name}</th>
                <td data-label="Section">{rowPlace(row)}</td>
                <td data-label="Last result">
                  {row.lastResult ? `${row.lastResult.name}: ${resultWords(row.lastResult)}` : 'None published'}
                </td>
                <td data-label="Outcome">
                  <select
                    className="input"
                    name={`to-${row.enrollment}`}
                    aria-label={`Outcome for ${row.name}`}
                    defaultValue={destinations[index]}
                  >
                    {sections.map((section) => (
                      <option key={section.publicId} value={section.publicId}>
                        {sectionWord(section, preview.className)}
                      </option>
                    ))}
                    {preview.isLastClass ? <option value="complete">Has finished school</option> : null}
                    <option value="leave">Leaves the school</option>
                    <option value="skip">Not yet</option>
                  </select>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="card">
        <RadioGroup
          name="roll_numbers"
          label="Roll numbers"
          defaultValue={rollNumbers}
          options={[
            { value: 'none', label: 'None for now', hint: 'Assign them later under Roll numbers.' },
            { value: 'by-name', label: 'By name', hint: 'In each section, after its last number, by first name.' },
            { value: 'keep', label: 'Carry over', hint: 'Students keep their roll number if it is free.' },
          ]}
        />
        <div className="actions">
          <SubmitButton busyText="Promoting...">Promote</SubmitButton>
          <ButtonLink href={schoolPaths.promote} variant="secondary" label="Cancel" />
        </div>
      </div>
    </Form>
  )
}

function rowPlace({ sectionName, rollNumber, rte, isActive }: Row): string {
  const sectionLabel = rollNumber === null ? sectionName : `${sectionName}, ${rollNumber}`
  return `${sectionLabel}${rte ? ', RTE' : ''}${isActive ? '' : ', deactivated'}`
}

function sectionWord({ className, name }: Section, currentClassName: string): string {
  return `${className === currentClassName ? 'Stays back: ' : ''}${classSection(className, name)}`
}

function Seats({ sections, destinations }: { sections: readonly Section[]; destinations: readonly string[] }) {
  const coming = countSeats(destinations)
  const receivingSections = sections.filter((section) => (coming.get(section.publicId) ?? 0) > 0)
  const over = receivingSections.filter(
    (section) => section.taken + (coming.get(section.publicId) ?? 0) > section.capacity,
  )
  const line = (section: Section) =>
    `${classSection(section.className, section.name)}: ${section.taken} of ${section.capacity} seats taken, ${coming.get(section.publicId) ?? 0} more to come`
  if (receivingSections.length === 0) return null
  return (
    <>
      <p>{`${receivingSections.map(line).join('. ')}.`}</p>
      {over.length > 0 ? (
        <Alert tone="warn" title="Not enough seats">
          <p>{`${over.map((section) => classSection(section.className, section.name)).join(', ')}: choose another section for some, or raise the capacity first.`}</p>
        </Alert>
      ) : null}
    </>
  )
}

function Fees(props: { rows: readonly Row[]; sections: readonly Section[]; destinations: readonly string[] }) {
  let dues = 0
  let paise = 0
  for (const [index, row] of props.rows.entries()) {
    const section = row.rte ? undefined : props.sections.find((one) => one.publicId === props.destinations[index])
    dues += section?.duesEach ?? 0
    paise += section?.paiseEach ?? 0
  }
  return (
    <p>
      {dues === 0
        ? 'No fees are assigned to these classes yet; promoted students will owe them once they are assigned.'
        : `Fees as proposed: ${counted(dues, 'due')}, ${formatPaise(paise, { style: 'short' })} before concessions. RTE students pay none.`}
    </p>
  )
}
