/** The part of pdfmake 0.3 (which brings no types) that the documents use. */
declare module 'pdfmake' {
  export type Alignment = 'left' | 'right' | 'center'
  export type Margin = [left: number, top: number, right: number, bottom: number]

  export interface Style {
    font?: string
    fontSize?: number
    bold?: boolean
    color?: string
    alignment?: Alignment
    lineHeight?: number
    noWrap?: boolean
  }

  interface Placed extends Style {
    margin?: Margin
    width?: number | 'auto' | '*'
    /** Points from the upper left corner of the page; takes no room in the flow. */
    absolutePosition?: { x: number; y: number }
    pageBreak?: 'before' | 'after'
  }
  export interface TextNode extends Placed {
    text: string | TextNode[]
  }
  export interface StackNode extends Placed {
    stack: Content[]
  }
  export interface ColumnsNode extends Placed {
    columns: Content[]
    columnGap?: number
  }
  export interface ImageNode extends Placed {
    image: string
    fit?: [width: number, height: number]
    /** Fills the box and cuts off the overflow. */
    cover?: { width: number; height: number }
  }
  /** A QR code, at most `fit` points wide. */
  export interface QrNode extends Placed {
    qr: string
    fit: number
    eccLevel: 'M'
    foreground: string
  }
  export interface CanvasNode extends Placed {
    canvas: Drawn[]
  }
  interface Stroke {
    lineWidth?: number
    lineColor?: string
    dash?: { length: number; space: number }
  }
  export type Drawn =
    | ({ type: 'line'; x1: number; y1: number; x2: number; y2: number } & Stroke)
    | ({ type: 'rect'; x: number; y: number; w: number; h: number; r?: number; color?: string } & Stroke)
    | ({ type: 'ellipse'; x: number; y: number; r1: number; r2: number; color?: string } & Stroke)
  export interface TableNode extends Placed {
    table: {
      body: Cell[][]
      widths: Array<number | 'auto' | '*'>
      heights?: number | number[]
      headerRows?: number
      dontBreakRows?: boolean
      keepWithHeaderRows?: number
    }
    layout?: TableLayout | 'noBorders'
    unbreakable?: boolean
  }
  /** Starts on a new page, with its own footer and watermark. */
  export interface SectionNode {
    section: Content[]
    footer?: (page: number, pages: number) => Content | null
    watermark?: Watermark
  }
  export type Content = TextNode | StackNode | ColumnsNode | ImageNode | CanvasNode | QrNode | TableNode
  export type Cell =
    | (Content & {
        colSpan?: number
        rowSpan?: number
        fillColor?: string
        verticalAlignment?: 'top' | 'middle' | 'bottom'
      })
    | Record<string, never>

  export interface TableLayout {
    hLineWidth?: (line: number, node: TableNode) => number
    vLineWidth?: (line: number, node: TableNode) => number
    hLineColor?: (line: number, node: TableNode) => string
    vLineColor?: (line: number, node: TableNode) => string
    paddingLeft?: (column: number, node: TableNode) => number
    paddingRight?: (column: number, node: TableNode) => number
    paddingTop?: (row: number, node: TableNode) => number
    paddingBottom?: (row: number, node: TableNode) => number
  }

  export interface Watermark {
    text: string
    font: string
    bold?: boolean
    fontSize?: number
    color?: string
    opacity?: number
    angle?: number
  }

  export interface DocumentDefinition {
    content: Array<Content | SectionNode>
    pageSize?: 'A4' | 'A5' | { width: number; height: number | 'auto' }
    pageOrientation?: 'portrait' | 'landscape'
    pageMargins?: Margin
    defaultStyle?: Style
    header?: (page: number, pages: number) => Content | null
    /** Drawn under the content, on the whole page. */
    background?: (page: number) => Content | null
    footer?: (page: number, pages: number) => Content | null
    watermark?: Watermark
    images?: Record<string, string>
    info?: { title?: string; author?: string; creator?: string; producer?: string; creationDate?: Date }
    language?: string
    displayTitle?: boolean
  }

  interface PdfMake {
    virtualfs: { writeFileSync(name: string, content: Uint8Array): void }
    setFonts(fonts: Record<string, { normal: string; bold: string }>): void
    setUrlAccessPolicy(allow: (url: string) => boolean): void
    setLocalAccessPolicy(allow: (path: string) => boolean): void
    createPdf(definition: DocumentDefinition): { getBuffer(): Promise<Buffer> }
  }

  const pdfmake: PdfMake
  export default pdfmake
}
