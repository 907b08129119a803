import { languageWords } from '~/models/shared/language-words'
import { listHref } from './list-href'

type PaperLinksProps = {
  /** Where the file is. */
  path: string
  /** What it is of. */
  filters: Record<string, string>
}

/** The links to a printed register: a file in each language that the school prints in. */
export function PaperLinks({ path, filters }: PaperLinksProps) {
  return (
    <>
      {Object.entries(languageWords).map(([language, label]) => (
        <a key={language} href={listHref(path, { ...filters, language })} data-file>
          {`PDF in ${label}`}
        </a>
      ))}
    </>
  )
}
