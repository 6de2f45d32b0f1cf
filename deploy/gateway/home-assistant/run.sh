#!/bin/sh
# Pairs the gateway with the portal and the code of the add-on's options, once with each code. Devices are then named in
# gateway.json in the add-on's folder (docs/gateway.md).
set -eu
export GATEWAY_SETTINGS=/config/gateway.json
option() { node -p "JSON.parse(fs.readFileSync('/data/options.json', 'utf8')).$1 ?? ''"; }
code=$(option code)
if [ "$code" != "$(cat /data/paired 2>/dev/null)" ]; then
  # setup asks for devices, too: two empty answers leave the list as it is.
  if printf '\n\n' | node /opt/gateway.mjs setup --portal "$(option portal)" --code "$code"; then
    printf %s "$code" >/data/paired
  else
    # A gateway that is paired already goes on.
    [ -e "$GATEWAY_SETTINGS" ] || exit 1
  fi
fi
exec node /opt/gateway.mjs
