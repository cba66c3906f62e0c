/** Glyphs of 5 by 7 dots, one string a row: enough for refs. */
const GLYPHS: Record<string, readonly string[]> = {
  '0': [' ### ', '#   #', '#  ##', '# # #', '##  #', '#   #', ' ### '],
  '1': ['  #  ', ' ##  ', '  #  ', '  #  ', '  #  ', '  #  ', ' ### '],
  '2': [' ### ', '#   #', '    #', '   # ', '  #  ', ' #   ', '#####'],
  '3': ['#####', '   # ', '  #  ', '   # ', '    #', '#   #', ' ### '],
  '4': ['   # ', '  ## ', ' # # ', '#  # ', '#####', '   # ', '   # '],
  '5': ['#####', '#    ', '#### ', '    #', '    #', '#   #', ' ### '],
  '6': ['  ## ', ' #   ', '#    ', '#### ', '#   #', '#   #', ' ### '],
  '7': ['#####', '    #', '   # ', '  #  ', ' #   ', ' #   ', ' #   '],
  '8': [' ### ', '#   #', '#   #', ' ### ', '#   #', '#   #', ' ### '],
  '9': [' ### ', '#   #', '#   #', ' ####', '    #', '   # ', ' ##  '],
  e: ['     ', '     ', ' ### ', '#   #', '#####', '#    ', ' ### '],
  g: ['     ', '     ', ' ####', '#   #', ' ####', '    #', ' ### '],
}

export const GLYPH_WIDTH = 5
export const GLYPH_HEIGHT = 7

/** The dots of one character that are inked; a character without a glyph is a full block. */
export function inked(character: string, x: number, y: number): boolean {
  const glyph = GLYPHS[character]
  return glyph ? glyph[y]?.[x] === '#' : true
}
