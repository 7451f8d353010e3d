import { Box, type BoxProps } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import classes from './Panel.module.css'

interface PanelProps extends BoxProps {
  /** The element, such as a section with a label. */
  component?: 'section'
  'aria-label'?: string
  id?: string
  ref?: Ref<HTMLDivElement>
  children: ReactNode
}

/** A card on the background of a page. */
export function Panel({ children, ...rest }: PanelProps) {
  return (
    <Box className={classes.panel} p="md" {...rest}>
      {children}
    </Box>
  )
}
