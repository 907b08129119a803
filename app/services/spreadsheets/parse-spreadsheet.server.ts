import { type Archive, openArchive } from './archive.server'
import { readCsv } from './csv.server'
import { decodeText } from './decode-text'
import { readHtmlTables } from './html-table'
import { readOds } from './ods.server'
import { type ReadingChoices, type Sheet, SheetTrouble } from './port'
import { readSpreadsheetXml } from './spreadsheet-xml.server'
import { readXls } from './xls.server'
import { findWorkbook, readXlsx } from './xlsx.server'
import { readXml, readXmlText } from './xml'

/**
 * Parses a file of rows: .xlsx, .xls, .ods, an HTML table, XML of Excel 2003, or separated values. Detects the format
 * by content and never by name. May need much time and memory: use `readSpreadsheet`, which runs it in a separate
 * process.
 * @throws SheetTrouble for any other file type, or more content than allowed
 */
export async function parseSpreadsheet(bytes: Uint8Array, choices: ReadingChoices = {}): Promise<Sheet> {
  if (bytes.length === 0) throw new SheetTrouble('empty')
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return readArchive(openArchive(bytes), choices)
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return readXls(bytes, choices)
  if (looksBinary(bytes)) throw new SheetTrouble('not-a-spreadsheet')
  return readText(decodeText(bytes).replace(/^\ufeff/, ''), choices)
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte)
}

const binaryStarts = [
  [0x25, 0x50, 0x44, 0x46],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x50, 0x4b],
  [0x1f, 0x8b],
]

/** Detects a picture, a PDF or another archive. A stray NUL in a text does not count. */
function looksBinary(bytes: Uint8Array): boolean {
  if (binaryStarts.some((signature) => startsWith(bytes, signature))) return true
  // UTF-16 is text, although its letters of Indian scripts contain control bytes.
  if (startsWith(bytes, [0xff, 0xfe]) || startsWith(bytes, [0xfe, 0xff])) return false
  const head = bytes.subarray(0, 4_096)
  const odd = head.filter((byte) => byte < 9 && byte !== 0).length
  return odd > head.length / 50
}

async function readArchive(archive: Archive, choices: ReadingChoices): Promise<Sheet> {
  const workbook = await findWorkbook(archive)
  if (workbook !== null) return readXlsx(archive, workbook, choices)
  if (!archive.has('content.xml')) throw new SheetTrouble('not-a-spreadsheet')
  let hasPassword = false
  await readXml(archive.read('META-INF/manifest.xml'), {
    open(name) {
      if (name === 'encryption-data') hasPassword = true
    },
  })
  if (hasPassword) throw new SheetTrouble('has-password')
  return readOds((handler) => readXml(archive.read('content.xml'), handler), choices)
}

const markupStart =
  /^\s*(?:<\?xml|<!--|<!doctype\s+html|<\/?(?:html|head|body|meta|title|style|table|thead|tbody|tr|div|center|font|p|br|b|form)\b)/i

async function readText(text: string, choices: ReadingChoices): Promise<Sheet> {
  // A web archive (.mht) holds its table in a mail encoding.
  if (/^mime-version:/i.test(text)) throw new SheetTrouble('not-a-spreadsheet')
  if (!markupStart.test(text.slice(0, 1_000))) return readCsv(text, choices)
  const head = text.slice(0, 100_000)
  if (/urn:schemas-microsoft-com:office:spreadsheet/.test(head) && /<(?:\w+:)?Worksheet\b/.test(text))
    return readSpreadsheetXml(text, choices)
  // An OpenDocument workbook in one XML file (.fods).
  if (/<office:document\b/.test(head)) return readOds(async (handler) => readXmlText(text, handler), choices)
  if (/<table\b/i.test(text)) return readHtmlTables(text, choices)
  throw new SheetTrouble('not-a-spreadsheet')
}
