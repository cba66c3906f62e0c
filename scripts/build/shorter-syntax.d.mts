import type { SourceFile, TransformerFactory } from 'typescript'
export const shorterSyntax: TransformerFactory<SourceFile>
