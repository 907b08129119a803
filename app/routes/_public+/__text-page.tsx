import { PublicShell } from '~/components/shell/public-shell'
import type { LanguageCode } from '~/components/ui'

type TextPageProps = {
  language: LanguageCode
  path: string
  title: string
  intro: string
  sections: ReadonlyArray<{ title: string; text: string }>
}

/** A page to read: privacy, terms, support. */
export function TextPage({ language, path, title, intro, sections }: TextPageProps) {
  return (
    <PublicShell language={language} path={path} column="text">
      <h1>{title}</h1>
      <p>{intro}</p>
      {sections.map((section) => (
        <section key={section.title}>
          <h2>{section.title}</h2>
          <p>{section.text}</p>
        </section>
      ))}
    </PublicShell>
  )
}
