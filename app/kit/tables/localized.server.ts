import { type Language, languages } from '~/language/language'

/** SQL of a localized text in one language: null if it has no text in it; sorted and compared like any other text. */
export const localizedSql = (column: string, language: Language) =>
  `CONVERT(JSON_UNQUOTE(JSON_EXTRACT(${column}, '$.${language}')) USING utf8mb4) COLLATE utf8mb4_unicode_ci`

export const localizedSearch = (column: string) => languages.map((language) => localizedSql(column, language))

/** SQL that sorts language codes in the order of `languages`. */
export const languageOrder = (column: string) => `FIELD(${column}, '${languages.join("', '")}')`
