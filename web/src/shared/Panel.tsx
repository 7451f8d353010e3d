import { Box, type BoxProps } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Panel.module.css'

/** A card on the background of a page. */
export function Panel({ children, ...rest }: BoxProps & { children: ReactNode }) {
  return (
    <Box className={classes.panel} p="md" {...rest}>
      {children}
    </Box>
  )
}
