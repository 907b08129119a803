import type { ReactNode } from 'react'
import { Card, DefinitionList } from '~/components/ui'
import { paths } from '~/http/paths'
import { schoolPaths } from '~/http/school-paths'
import { type Section, sectionLabel, sections } from '~/models/students/options'
import type { Facts } from '~/models/students/sections.server'

type SectionCardsProps = {
  id: string
  /** What each section says, in its boxes. */
  facts: Record<Exclude<Section, 'documents'>, Facts[]>
  documents: ReadonlyArray<{ kind: string; label: string; key: string; fileName: string }>
  mayEdit: boolean
}

/** The six sections of a student as the office reads them. */
export function SectionCards({ id, facts, documents, mayEdit }: SectionCardsProps) {
  const photo = documents.find(({ kind }) => kind === 'student_photo')
  return sections.map((section) => {
    const label = sectionLabel(section)
    const edit = (
      <a className="alone" href={schoolPaths.editStudent(id, section)} aria-label={`Edit ${label}`}>
        Edit
      </a>
    )
    return (
      <Card key={section} title={label} aside={mayEdit ? edit : undefined}>
        {section === 'student' && photo ? (
          <img className="photo" src={paths.file(photo.key)} alt="" width={120} height={150} />
        ) : null}
        {section === 'documents' ? <Documents documents={documents} /> : facts[section].map(factsIn)}
      </Card>
    )
  })
}

function factsIn({ title, items }: Facts): ReactNode {
  if (items.length === 0) return <p key={title} className="soft">{`${title}: not given yet.`}</p>
  return (
    <div key={items[0]?.label}>
      {title === null ? null : <h3>{title}</h3>}
      <DefinitionList items={items} />
    </div>
  )
}

function Documents({ documents }: Pick<SectionCardsProps, 'documents'>) {
  if (documents.length === 0) return <p className="soft">No document yet.</p>
  return (
    <ul>
      {documents.map(({ label, key, fileName }) => (
        <li key={key}>
          {`${label}: `}
          <a href={paths.file(key)}>{fileName}</a>
        </li>
      ))}
    </ul>
  )
}
