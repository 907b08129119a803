import { FileField, textsOf } from '~/components/forms/file-field'
import { useServerForm } from '~/components/forms/use-server-form'
import { acceptedTypes, type DocumentKind, documentKinds } from '~/models/students/document-file-options'
import { documentHint, documentLabel, mostFilesOf } from '~/models/students/document-options'
import { SectionForm, type SectionFrame } from './section-form'

type Values = Record<DocumentKind, string> & Record<`${DocumentKind}_received` | 'remove', string[]>

type DocumentsFormProps = {
  frame: SectionFrame
  documents: ReadonlyArray<{ kind: DocumentKind; key: string; fileName: string; href: string }>
  /** A student removes one document on a page that asks; the office ticks what is to go. */
  removeHref?: (key: string) => string
}

/** The section Document Upload: all optional; what is left empty stays as it is. */
export function DocumentsForm({ frame, documents, removeHref }: DocumentsFormProps) {
  const state = useServerForm<Values>({ id: 'documents', lastResult: frame.lastResult })
  const { fields } = state
  return (
    <SectionForm frame={frame} state={state} withFiles>
      {documentKinds.map((kind) => (
        <FileField
          key={kind}
          name={kind}
          id={fields[kind].id}
          label={documentLabel(kind)}
          hint={documentHint(kind)}
          errors={fields[kind].errors}
          accept={acceptedTypes(kind)}
          multiple={mostFilesOf(kind) > 1}
          received={textsOf(fields[`${kind}_received`])}
          stored={documents.filter((one) => one.kind === kind)}
          {...(removeHref ? { removeHref } : { removeName: 'remove', removed: textsOf(fields.remove) })}
        />
      ))}
    </SectionForm>
  )
}
