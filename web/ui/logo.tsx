// The logo: mark and product name. The name inherits its colour.
import { Box, Flex } from '@mantine/core'

export const Mark = ({ size = 24 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="8" fill="#3154c9" />
    <g fill="#fff">
      <rect x="7" y="8" width="4" height="5" rx="1" />
      <rect x="12.5" y="7" width="4" height="6" rx="1" />
      <rect x="18" y="9" width="3" height="4" rx="1" opacity=".75" />
      <rect x="6" y="14" width="20" height="2" rx="1" />
      <rect x="11" y="18" width="3" height="5" rx="1" opacity=".75" />
      <rect x="15.5" y="17.5" width="4" height="5.5" rx="1" />
      <rect x="21" y="18" width="4" height="5" rx="1" />
      <rect x="6" y="24" width="20" height="2" rx="1" />
    </g>
  </svg>
)

export const Logo = ({ size = 26 }: { size?: number }) => (
  <Flex component="span" display="inline-flex" align="center" gap={10}>
    <Mark size={size} />
    <Box component="span" fz="1.0625rem" fw={650} lts="-0.02em">
      Góndola
    </Box>
  </Flex>
)
