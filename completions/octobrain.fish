# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_octobrain_global_optspecs
    string join \n store= config= scope= global all-scopes format= json error-format= color= q/quiet now= h/help lock-timeout= V/version
end

function __fish_octobrain_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_octobrain_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_octobrain_using_subcommand
    set -l cmd (__fish_octobrain_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c octobrain -n "__fish_octobrain_needs_command" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_needs_command" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_needs_command" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_needs_command" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_needs_command" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_needs_command" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_needs_command" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_needs_command" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_needs_command" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_needs_command" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_needs_command" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_needs_command" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_needs_command" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_needs_command" -s V -l version -d 'Print version'
complete -c octobrain -n "__fish_octobrain_needs_command" -f -a "memorize" -d 'Store memories: one from flags, or many from JSON lines on stdin'
complete -c octobrain -n "__fish_octobrain_needs_command" -f -a "remember" -d 'Recall memories by meaning and by word'
complete -c octobrain -n "__fish_octobrain_needs_command" -f -a "forget" -d 'Remove memories; without --confirm only show which would go'
complete -c octobrain -n "__fish_octobrain_needs_command" -f -a "get" -d 'Print memories by id'
complete -c octobrain -n "__fish_octobrain_needs_command" -f -a "list" -d 'Print memories that pass filters'
complete -c octobrain -n "__fish_octobrain_needs_command" -f -a "update" -d 'Change memories in place'
complete -c octobrain -n "__fish_octobrain_needs_command" -f -a "relate" -d 'Tie two memories, or untie them'
complete -c octobrain -n "__fish_octobrain_needs_command" -f -a "graph" -d 'Print the memories around one memory and their links'
complete -c octobrain -n "__fish_octobrain_needs_command" -f -a "history" -d 'Print what happened to a memory, when, and by what'
complete -c octobrain -n "__fish_octobrain_needs_command" -f -a "consolidate" -d 'Close a goal: what achieved it is folded behind one closing note'
complete -c octobrain -n "__fish_octobrain_needs_command" -f -a "sleep" -d 'Fold memories that say the same into one, in every scope'
complete -c octobrain -n "__fish_octobrain_needs_command" -f -a "decay" -d 'Print what has faded since the last run, in every scope'
complete -c octobrain -n "__fish_octobrain_needs_command" -f -a "undo" -d 'Take back what sleep or consolidate did'
complete -c octobrain -n "__fish_octobrain_needs_command" -f -a "ingest" -d 'Take in files and pages: HTML, PDF, Word, Markdown, other text'
complete -c octobrain -n "__fish_octobrain_needs_command" -f -a "search" -d 'Find passages of what was taken in, by meaning and by word'
complete -c octobrain -n "__fish_octobrain_needs_command" -f -a "reindex" -d 'Refresh what changed, embed what is pending; silent otherwise'
complete -c octobrain -n "__fish_octobrain_needs_command" -f -a "knowledge" -d 'Read, match, list, remove what was taken in; keep texts'
complete -c octobrain -n "__fish_octobrain_needs_command" -f -a "mcp" -d 'Serve four tools to MCP clients'
complete -c octobrain -n "__fish_octobrain_needs_command" -f -a "eval" -d 'Measure how well recall answers questions whose answers are known'
complete -c octobrain -n "__fish_octobrain_needs_command" -f -a "scope" -d 'Print this folder\'s scope, how it came about, or all known'
complete -c octobrain -n "__fish_octobrain_needs_command" -f -a "status" -d 'Show the store, its model and what is pending'
complete -c octobrain -n "__fish_octobrain_needs_command" -f -a "config" -d 'Write, show or check the configuration'
complete -c octobrain -n "__fish_octobrain_needs_command" -f -a "model" -d 'List, fetch, locate or try embedding models'
complete -c octobrain -n "__fish_octobrain_needs_command" -f -a "doctor" -d 'Open every part, say how it is, and mend what can be made anew'
complete -c octobrain -n "__fish_octobrain_needs_command" -f -a "backup" -d 'Write the whole store to one file, or put one back in place'
complete -c octobrain -n "__fish_octobrain_needs_command" -f -a "export" -d 'Print everything that is kept, as lines that import takes back'
complete -c octobrain -n "__fish_octobrain_needs_command" -f -a "import" -d 'Take in an export, or what another program keeps'
complete -c octobrain -n "__fish_octobrain_needs_command" -f -a "cron" -d 'Let cron keep the memory well'
complete -c octobrain -n "__fish_octobrain_needs_command" -f -a "man" -d 'Print a page of the manual'
complete -c octobrain -n "__fish_octobrain_needs_command" -f -a "completions" -d 'Print a completion script for a shell'
complete -c octobrain -n "__fish_octobrain_needs_command" -f -a "memory" -d 'The memory commands under their longer names'
complete -c octobrain -n "__fish_octobrain_using_subcommand memorize" -l title -d 'A title [default: the content\'s first sentence]' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memorize" -l content -d 'The fact, 10 to 10,000 characters' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memorize" -l memory-type -l type -d 'What it is about [default: insight]' -r -f -a "code\t''
architecture\t''
bug_fix\t''
feature\t''
documentation\t''
user_preference\t''
decision\t''
learning\t''
configuration\t''
testing\t''
performance\t''
security\t''
validation\t''
research\t''
workflow\t''
requirement\t''
design\t''
integration\t''
communication\t''
process\t''
insight\t''
goal\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memorize" -l importance -d '0.0 to 1.0: user-stated 0.8–1.0, decisions 0.7–0.9, fixes 0.6–0.8, inferences 0.3–0.6' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memorize" -l source -d 'Who vouches for it [default: agent_inferred]' -r -f -a "user_confirmed\t''
agent_inferred\t''
imported\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memorize" -l tags -l tag -d 'Tags, with commas or repeated' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memorize" -l files -l related-files -l file -d 'Related files, with commas or repeated' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memorize" -l key -d 'Your own key: memorizing it again changes the record in place' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memorize" -l role -d 'Who it is for, such as developer or reviewer' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memorize" -l related-to -d 'Tie it to a memory: an id and what the new one is to it, such as 0198c5f2:supersedes' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memorize" -l on-similar -d 'What to do when one that says nearly the same is there [default: link]' -r -f -a "link\t'Store it and tie the two'
skip\t'Leave it'
fail\t'Refuse it'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memorize" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memorize" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memorize" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memorize" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memorize" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memorize" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memorize" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memorize" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memorize" -l dry-run -d 'Say what would be done, and do nothing'
complete -c octobrain -n "__fish_octobrain_using_subcommand memorize" -l redact -d 'Replace secrets such as tokens and passwords, where without this the memory is refused'
complete -c octobrain -n "__fish_octobrain_using_subcommand memorize" -l allow-secrets -d 'Store secrets as they are'
complete -c octobrain -n "__fish_octobrain_using_subcommand memorize" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand memorize" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand memorize" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand memorize" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand memorize" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand remember" -s n -l limit -d 'Most hits a query, up to 1,000' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand remember" -l min-relevance -l min-score -d 'Relevance, 0 to 1, below which nothing is shown [default: search.similarity_threshold]' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand remember" -l mode -d 'Which legs search' -r -f -a "hybrid\t'Words and meaning'
lexical\t'Words alone'
vector\t'Meaning alone'"
complete -c octobrain -n "__fish_octobrain_using_subcommand remember" -l syntax -d 'Plain text, or "phrase", +must and -not as orders [default: plain]' -r -f -a "plain\t'All of it is text; a quoted phrase raises what holds it'
operators\t'"phrase" and +word are required, -word excludes'"
complete -c octobrain -n "__fish_octobrain_using_subcommand remember" -l as-of -d 'What was known then: later memories and later supersessions do not count' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand remember" -l budget -d 'Stop before the hits of a query exceed this many tokens, by estimate' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand remember" -l memory-type -l type -l memory-types -d 'Any of these types' -r -f -a "code\t''
architecture\t''
bug_fix\t''
feature\t''
documentation\t''
user_preference\t''
decision\t''
learning\t''
configuration\t''
testing\t''
performance\t''
security\t''
validation\t''
research\t''
workflow\t''
requirement\t''
design\t''
integration\t''
communication\t''
process\t''
insight\t''
goal\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand remember" -l tags -l tag -d 'Any of these tags' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand remember" -l files -l related-files -l file -d 'Any of these files' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand remember" -l state -d 'Any of these states' -r -f -a "working\t''
consolidated\t''
archived\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand remember" -l source -d 'Any of these sources' -r -f -a "user_confirmed\t''
agent_inferred\t''
imported\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand remember" -l role -d 'Meant for this role' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand remember" -l created-after -l since -d 'Created at or after: RFC 3339, a date, yesterday, 7d' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand remember" -l created-before -l until -d 'Created before: RFC 3339, a date (to its end), yesterday, 7d' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand remember" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand remember" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand remember" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand remember" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand remember" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand remember" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand remember" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand remember" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand remember" -l explain -d 'Add what each leg said'
complete -c octobrain -n "__fish_octobrain_using_subcommand remember" -l no-neighbors -d 'Leave out the records linked to each hit'
complete -c octobrain -n "__fish_octobrain_using_subcommand remember" -l no-track -d 'Do not count this as a use of what is found'
complete -c octobrain -n "__fish_octobrain_using_subcommand remember" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand remember" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand remember" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand remember" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand remember" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand forget" -l memory-id -d 'An id once more, as the guides write it' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand forget" -l query -d 'What `remember` would answer to this' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand forget" -l min-relevance -l min-score -d 'Relevance, 0 to 1, below which nothing is selected [default: search.similarity_threshold]' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand forget" -s n -l limit -d 'Most memories that a query selects' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand forget" -l memory-type -l type -l memory-types -d 'Any of these types' -r -f -a "code\t''
architecture\t''
bug_fix\t''
feature\t''
documentation\t''
user_preference\t''
decision\t''
learning\t''
configuration\t''
testing\t''
performance\t''
security\t''
validation\t''
research\t''
workflow\t''
requirement\t''
design\t''
integration\t''
communication\t''
process\t''
insight\t''
goal\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand forget" -l tags -l tag -d 'Any of these tags' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand forget" -l files -l related-files -l file -d 'Any of these files' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand forget" -l state -d 'Any of these states' -r -f -a "working\t''
consolidated\t''
archived\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand forget" -l source -d 'Any of these sources' -r -f -a "user_confirmed\t''
agent_inferred\t''
imported\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand forget" -l role -d 'Meant for this role' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand forget" -l created-after -l since -d 'Created at or after: RFC 3339, a date, yesterday, 7d' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand forget" -l created-before -l until -d 'Created before: RFC 3339, a date (to its end), yesterday, 7d' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand forget" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand forget" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand forget" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand forget" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand forget" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand forget" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand forget" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand forget" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand forget" -l confirm -l yes -d 'Remove them; without it they are only shown'
complete -c octobrain -n "__fish_octobrain_using_subcommand forget" -l purge -d 'Rewrite the files of the store too, so that the text is in none of them'
complete -c octobrain -n "__fish_octobrain_using_subcommand forget" -l with-derived -d 'Take along the memories that quote them'
complete -c octobrain -n "__fish_octobrain_using_subcommand forget" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand forget" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand forget" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand forget" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand forget" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand get" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand get" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand get" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand get" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand get" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand get" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand get" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand get" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand get" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand get" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand get" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand get" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand get" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand list" -s n -l limit -d 'Most memories' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand list" -l sort -d 'Order, newest or highest first' -r -f -a "created\t'When it was stored'
updated\t'When it last changed'
importance\t'Its importance'
effective\t'What is left of its importance'"
complete -c octobrain -n "__fish_octobrain_using_subcommand list" -l memory-type -l type -l memory-types -d 'Any of these types' -r -f -a "code\t''
architecture\t''
bug_fix\t''
feature\t''
documentation\t''
user_preference\t''
decision\t''
learning\t''
configuration\t''
testing\t''
performance\t''
security\t''
validation\t''
research\t''
workflow\t''
requirement\t''
design\t''
integration\t''
communication\t''
process\t''
insight\t''
goal\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand list" -l tags -l tag -d 'Any of these tags' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand list" -l files -l related-files -l file -d 'Any of these files' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand list" -l state -d 'Any of these states' -r -f -a "working\t''
consolidated\t''
archived\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand list" -l source -d 'Any of these sources' -r -f -a "user_confirmed\t''
agent_inferred\t''
imported\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand list" -l role -d 'Meant for this role' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand list" -l created-after -l since -d 'Created at or after: RFC 3339, a date, yesterday, 7d' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand list" -l created-before -l until -d 'Created before: RFC 3339, a date (to its end), yesterday, 7d' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand list" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand list" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand list" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand list" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand list" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand list" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand list" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand list" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand list" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand list" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand list" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand list" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand list" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand update" -l title -d 'A new title; empty for the content\'s first sentence' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand update" -l content -d 'A new text' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand update" -l memory-type -l type -d 'What it is about' -r -f -a "code\t''
architecture\t''
bug_fix\t''
feature\t''
documentation\t''
user_preference\t''
decision\t''
learning\t''
configuration\t''
testing\t''
performance\t''
security\t''
validation\t''
research\t''
workflow\t''
requirement\t''
design\t''
integration\t''
communication\t''
process\t''
insight\t''
goal\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand update" -l importance -d '0.0 to 1.0' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand update" -l source -d 'Who vouches for it' -r -f -a "user_confirmed\t''
agent_inferred\t''
imported\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand update" -l state -d 'Where it stands in its life' -r -f -a "working\t''
consolidated\t''
archived\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand update" -l key -d 'A new key; empty for none' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand update" -l role -d 'Who it is for; empty for everybody' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand update" -l tags -l tag -d 'Tags in place of the present ones' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand update" -l add-tags -l add-tag -d 'Tags beside the present ones' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand update" -l remove-tags -l remove-tag -d 'Tags to take away' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand update" -l files -l related-files -l file -d 'Files in place of the present ones' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand update" -l add-files -l add-file -d 'Files beside the present ones' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand update" -l remove-files -l remove-file -d 'Files to take away' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand update" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand update" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand update" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand update" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand update" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand update" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand update" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand update" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand update" -l redact -d 'Replace secrets such as tokens and passwords, where without this the change is refused'
complete -c octobrain -n "__fish_octobrain_using_subcommand update" -l allow-secrets -d 'Store secrets as they are'
complete -c octobrain -n "__fish_octobrain_using_subcommand update" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand update" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand update" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand update" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand update" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand relate" -l relation -l relationship-type -d 'What FROM is to TO [default: related_to]' -r -f -a "related_to\t''
depends_on\t''
supersedes\t''
similar\t''
conflicts\t''
implements\t''
extends\t''
achieves\t''
closes\t''
auto_linked\t''
consolidates\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand relate" -l strength -d '0.0 to 1.0 [default: 1]' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand relate" -l description -d 'Why they are tied' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand relate" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand relate" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand relate" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand relate" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand relate" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand relate" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand relate" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand relate" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand relate" -l remove -d 'Remove the link, or all links from FROM to TO when no relation is given'
complete -c octobrain -n "__fish_octobrain_using_subcommand relate" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand relate" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand relate" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand relate" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand relate" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand graph" -l depth -d 'Most steps from it' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand graph" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand graph" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand graph" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand graph" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand graph" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand graph" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand graph" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand graph" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand graph" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand graph" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand graph" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand graph" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand graph" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand history" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand history" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand history" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand history" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand history" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand history" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand history" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand history" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand history" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand history" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand history" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand history" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand history" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand consolidate" -l summary -d 'Text of the closing note; - reads stdin [default: put together from what achieved the goal]' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand consolidate" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand consolidate" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand consolidate" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand consolidate" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand consolidate" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand consolidate" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand consolidate" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand consolidate" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand consolidate" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand consolidate" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand consolidate" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand consolidate" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand consolidate" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand sleep" -l threshold -d 'Cosine, 0 to 1, that every two of a cluster must reach [default: memory.sleep_consolidation_threshold]' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand sleep" -l min-size -l min-cluster-size -d 'Fewest memories that make a cluster [default: memory.sleep_consolidation_min_cluster_size]' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand sleep" -l max-age-days -d 'Leave older memories alone [default: memory.sleep_consolidation_max_age_days]' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand sleep" -l apply -d 'Carry out plan records from stdin, whose title and content may have been edited' -r -f -a "-\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand sleep" -l max-seconds -d 'Begin nothing new after so long' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand sleep" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand sleep" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand sleep" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand sleep" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand sleep" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand sleep" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand sleep" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand sleep" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand sleep" -l dry-run -d 'Print the plan, and do nothing'
complete -c octobrain -n "__fish_octobrain_using_subcommand sleep" -l if-due -d 'Only where the last pass is memory.sleep_consolidation_interval_hours ago, for cron'
complete -c octobrain -n "__fish_octobrain_using_subcommand sleep" -l if-free -d 'Leave it to another one that is at work already, for cron'
complete -c octobrain -n "__fish_octobrain_using_subcommand sleep" -l background -d 'Started by another command, whose open files are not to be held'
complete -c octobrain -n "__fish_octobrain_using_subcommand sleep" -l until-eof -d 'End when stdin ends: who started it is gone then'
complete -c octobrain -n "__fish_octobrain_using_subcommand sleep" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand sleep" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand sleep" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand sleep" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand sleep" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand decay" -l min-change -d 'Tell only of memories that have moved by more than this since the last run' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand decay" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand decay" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand decay" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand decay" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand decay" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand decay" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand decay" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand decay" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand decay" -l dry-run -d 'Change nothing: the next run tells the same'
complete -c octobrain -n "__fish_octobrain_using_subcommand decay" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand decay" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand decay" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand decay" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand decay" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand undo" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand undo" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand undo" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand undo" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand undo" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand undo" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand undo" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand undo" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand undo" -l list -d 'Print the runs, oldest first'
complete -c octobrain -n "__fish_octobrain_using_subcommand undo" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand undo" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand undo" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand undo" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand undo" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand ingest" -l emit -d 'With --dry-run: also print the chunks' -r -f -a "chunks\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand ingest" -s j -l jobs -d 'Documents fetched and read at once' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand ingest" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand ingest" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand ingest" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand ingest" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand ingest" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand ingest" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand ingest" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand ingest" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand ingest" -l dry-run -d 'Read, cut and print, and keep nothing'
complete -c octobrain -n "__fish_octobrain_using_subcommand ingest" -l anew -l force -d 'Even if it seems unchanged'
complete -c octobrain -n "__fish_octobrain_using_subcommand ingest" -l allow-private -d 'Also fetch from this machine and its networks'
complete -c octobrain -n "__fish_octobrain_using_subcommand ingest" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand ingest" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand ingest" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand ingest" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand ingest" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand search" -s s -l source -d 'Only in these files and addresses; one that is absent or outdated is taken in first' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand search" -s n -l limit -l max-results -d 'Most passages a query [default: knowledge.max_results]' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand search" -l min-relevance -l min-score -d 'Relevance, 0 to 1, below which nothing is shown [default: search.similarity_threshold]' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand search" -l mode -d 'Which legs search' -r -f -a "hybrid\t'Words and meaning'
lexical\t'Words alone'
vector\t'Meaning alone'"
complete -c octobrain -n "__fish_octobrain_using_subcommand search" -l syntax -d 'Plain text, or "phrase", +must and -not as orders [default: plain]' -r -f -a "plain\t'All of it is text; a quoted phrase raises what holds it'
operators\t'"phrase" and +word are required, -word excludes'"
complete -c octobrain -n "__fish_octobrain_using_subcommand search" -l session -d 'Also what was stored under this session' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand search" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand search" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand search" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand search" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand search" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand search" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand search" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand search" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand search" -l explain -d 'Add what each leg said'
complete -c octobrain -n "__fish_octobrain_using_subcommand search" -l allow-private -d 'Also fetch from this machine and its networks'
complete -c octobrain -n "__fish_octobrain_using_subcommand search" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand search" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand search" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand search" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand search" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand reindex" -l model -d 'Make the vectors of this model, and take it once all are there; begun again, it goes on where it was' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand reindex" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand reindex" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand reindex" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand reindex" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand reindex" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand reindex" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand reindex" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand reindex" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand reindex" -l lexical -d 'Make the words\' indexes anew'
complete -c octobrain -n "__fish_octobrain_using_subcommand reindex" -l all -d 'Every source anew, changed or not'
complete -c octobrain -n "__fish_octobrain_using_subcommand reindex" -l allow-private -d 'Also fetch from this machine and its networks'
complete -c octobrain -n "__fish_octobrain_using_subcommand reindex" -l if-free -d 'Leave it to another one that is at work already, for cron'
complete -c octobrain -n "__fish_octobrain_using_subcommand reindex" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand reindex" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand reindex" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand reindex" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand reindex" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and not __fish_seen_subcommand_from index ingest search read match store delete delete-stored list stats" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and not __fish_seen_subcommand_from index ingest search read match store delete delete-stored list stats" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and not __fish_seen_subcommand_from index ingest search read match store delete delete-stored list stats" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and not __fish_seen_subcommand_from index ingest search read match store delete delete-stored list stats" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and not __fish_seen_subcommand_from index ingest search read match store delete delete-stored list stats" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and not __fish_seen_subcommand_from index ingest search read match store delete delete-stored list stats" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and not __fish_seen_subcommand_from index ingest search read match store delete delete-stored list stats" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and not __fish_seen_subcommand_from index ingest search read match store delete delete-stored list stats" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and not __fish_seen_subcommand_from index ingest search read match store delete delete-stored list stats" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and not __fish_seen_subcommand_from index ingest search read match store delete delete-stored list stats" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and not __fish_seen_subcommand_from index ingest search read match store delete delete-stored list stats" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and not __fish_seen_subcommand_from index ingest search read match store delete delete-stored list stats" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and not __fish_seen_subcommand_from index ingest search read match store delete delete-stored list stats" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and not __fish_seen_subcommand_from index ingest search read match store delete delete-stored list stats" -f -a "index" -d 'Take in files and addresses'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and not __fish_seen_subcommand_from index ingest search read match store delete delete-stored list stats" -f -a "ingest" -d 'Take in files and addresses'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and not __fish_seen_subcommand_from index ingest search read match store delete delete-stored list stats" -f -a "search" -d 'Find passages by meaning and by word'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and not __fish_seen_subcommand_from index ingest search read match store delete delete-stored list stats" -f -a "read" -d 'Print the text of a source'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and not __fish_seen_subcommand_from index ingest search read match store delete delete-stored list stats" -f -a "match" -d 'Print the lines of all texts that match a pattern'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and not __fish_seen_subcommand_from index ingest search read match store delete delete-stored list stats" -f -a "store" -d 'Keep a text under a key'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and not __fish_seen_subcommand_from index ingest search read match store delete delete-stored list stats" -f -a "delete" -d 'Remove a source, or a text stored under a key'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and not __fish_seen_subcommand_from index ingest search read match store delete delete-stored list stats" -f -a "delete-stored" -d 'The same for a key, as the guides write it'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and not __fish_seen_subcommand_from index ingest search read match store delete delete-stored list stats" -f -a "list" -d 'Print the sources'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and not __fish_seen_subcommand_from index ingest search read match store delete delete-stored list stats" -f -a "stats" -d 'Print how much there is'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from index" -l emit -d 'With --dry-run: also print the chunks' -r -f -a "chunks\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from index" -s j -l jobs -d 'Documents fetched and read at once' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from index" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from index" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from index" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from index" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from index" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from index" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from index" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from index" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from index" -l dry-run -d 'Read, cut and print, and keep nothing'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from index" -l anew -l force -d 'Even if it seems unchanged'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from index" -l allow-private -d 'Also fetch from this machine and its networks'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from index" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from index" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from index" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from index" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from index" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from ingest" -l emit -d 'With --dry-run: also print the chunks' -r -f -a "chunks\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from ingest" -s j -l jobs -d 'Documents fetched and read at once' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from ingest" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from ingest" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from ingest" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from ingest" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from ingest" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from ingest" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from ingest" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from ingest" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from ingest" -l dry-run -d 'Read, cut and print, and keep nothing'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from ingest" -l anew -l force -d 'Even if it seems unchanged'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from ingest" -l allow-private -d 'Also fetch from this machine and its networks'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from ingest" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from ingest" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from ingest" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from ingest" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from ingest" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from search" -s s -l source -d 'Only in these files and addresses; one that is absent or outdated is taken in first' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from search" -s n -l limit -l max-results -d 'Most passages a query [default: knowledge.max_results]' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from search" -l min-relevance -l min-score -d 'Relevance, 0 to 1, below which nothing is shown [default: search.similarity_threshold]' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from search" -l mode -d 'Which legs search' -r -f -a "hybrid\t'Words and meaning'
lexical\t'Words alone'
vector\t'Meaning alone'"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from search" -l syntax -d 'Plain text, or "phrase", +must and -not as orders [default: plain]' -r -f -a "plain\t'All of it is text; a quoted phrase raises what holds it'
operators\t'"phrase" and +word are required, -word excludes'"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from search" -l session -d 'Also what was stored under this session' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from search" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from search" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from search" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from search" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from search" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from search" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from search" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from search" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from search" -l explain -d 'Add what each leg said'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from search" -l allow-private -d 'Also fetch from this machine and its networks'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from search" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from search" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from search" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from search" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from search" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from read" -l lines -d 'Only these lines, such as 10:20' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from read" -l pages -d 'Only these pages, such as 3:5' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from read" -l session -d 'Also what was stored under this session' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from read" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from read" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from read" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from read" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from read" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from read" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from read" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from read" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from read" -l allow-private -d 'Also fetch from this machine and its networks'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from read" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from read" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from read" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from read" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from read" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from match" -s s -l source -d 'Only in these sources' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from match" -s C -l context -d 'Lines before and after each match' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from match" -s n -l limit -d 'Most matches' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from match" -l session -d 'Also what was stored under this session' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from match" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from match" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from match" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from match" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from match" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from match" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from match" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from match" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from match" -s i -l ignore-case -d 'Upper and lower case are the same'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from match" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from match" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from match" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from match" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from match" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from store" -l key -d 'The same, as the guides write it' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from store" -l content -d 'The text [default: stdin]' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from store" -l session -d 'Keep it for this session only' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from store" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from store" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from store" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from store" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from store" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from store" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from store" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from store" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from store" -l replace -d 'Put it in the place of another text under this key'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from store" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from store" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from store" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from store" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from store" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from delete" -l key -d 'A key' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from delete" -l session -d 'Of this session' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from delete" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from delete" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from delete" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from delete" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from delete" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from delete" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from delete" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from delete" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from delete" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from delete" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from delete" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from delete" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from delete" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from delete-stored" -l session -d 'Of this session' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from delete-stored" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from delete-stored" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from delete-stored" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from delete-stored" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from delete-stored" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from delete-stored" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from delete-stored" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from delete-stored" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from delete-stored" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from delete-stored" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from delete-stored" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from delete-stored" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from delete-stored" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from list" -l session -d 'Also those of this session' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from list" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from list" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from list" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from list" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from list" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from list" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from list" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from list" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from list" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from list" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from list" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from list" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from stats" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from stats" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from stats" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from stats" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from stats" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from stats" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from stats" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from stats" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from stats" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from stats" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from stats" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from stats" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand knowledge; and __fish_seen_subcommand_from stats" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand mcp" -l allow-dir -d 'Also read files below this folder; over stdio the client\'s roots, or else the current folder, are allowed anyway' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand mcp" -l bind -d 'Serve HTTP at http://HOST:PORT/mcp instead of stdin and stdout' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand mcp" -l token-file -d 'A file with the token that clients must send [without it: OCTOBRAIN_HTTP_TOKEN; where strangers can reach the address, one is made and shown]' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand mcp" -l allow-host -d 'Another name that clients may call this server by' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand mcp" -l allow-origin -d 'Web pages of this origin may call' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand mcp" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand mcp" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand mcp" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand mcp" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand mcp" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand mcp" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand mcp" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand mcp" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand mcp" -l read-only -d 'Offer only what reads'
complete -c octobrain -n "__fish_octobrain_using_subcommand mcp" -l no-auth -d 'Let everybody in who can reach the address'
complete -c octobrain -n "__fish_octobrain_using_subcommand mcp" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand mcp" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand mcp" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand mcp" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand mcp" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand eval" -l mode -d 'Only this leg, or both together [default: each of them]' -r -f -a "hybrid\t'Words and meaning'
lexical\t'Words alone'
vector\t'Meaning alone'"
complete -c octobrain -n "__fish_octobrain_using_subcommand eval" -l queries -d 'Only the first so many questions' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand eval" -l scope-field -d 'The field of `metadata` that parts documents and questions into scopes' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand eval" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand eval" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand eval" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand eval" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand eval" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand eval" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand eval" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand eval" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand eval" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand eval" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand eval" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand eval" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand eval" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and not __fish_seen_subcommand_from list rename" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and not __fish_seen_subcommand_from list rename" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and not __fish_seen_subcommand_from list rename" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and not __fish_seen_subcommand_from list rename" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and not __fish_seen_subcommand_from list rename" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and not __fish_seen_subcommand_from list rename" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and not __fish_seen_subcommand_from list rename" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and not __fish_seen_subcommand_from list rename" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and not __fish_seen_subcommand_from list rename" -l explain -d 'Show how the scope came about'
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and not __fish_seen_subcommand_from list rename" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and not __fish_seen_subcommand_from list rename" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and not __fish_seen_subcommand_from list rename" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and not __fish_seen_subcommand_from list rename" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and not __fish_seen_subcommand_from list rename" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and not __fish_seen_subcommand_from list rename" -f -a "list" -d 'All known scopes with their number of memories'
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and not __fish_seen_subcommand_from list rename" -f -a "rename" -d 'Move every record of one scope to another'
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and __fish_seen_subcommand_from list" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and __fish_seen_subcommand_from list" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and __fish_seen_subcommand_from list" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and __fish_seen_subcommand_from list" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and __fish_seen_subcommand_from list" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and __fish_seen_subcommand_from list" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and __fish_seen_subcommand_from list" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and __fish_seen_subcommand_from list" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and __fish_seen_subcommand_from list" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and __fish_seen_subcommand_from list" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and __fish_seen_subcommand_from list" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and __fish_seen_subcommand_from list" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and __fish_seen_subcommand_from rename" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and __fish_seen_subcommand_from rename" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and __fish_seen_subcommand_from rename" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and __fish_seen_subcommand_from rename" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and __fish_seen_subcommand_from rename" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and __fish_seen_subcommand_from rename" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and __fish_seen_subcommand_from rename" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and __fish_seen_subcommand_from rename" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and __fish_seen_subcommand_from rename" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and __fish_seen_subcommand_from rename" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and __fish_seen_subcommand_from rename" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and __fish_seen_subcommand_from rename" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand scope; and __fish_seen_subcommand_from rename" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand status" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand status" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand status" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand status" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand status" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand status" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand status" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand status" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand status" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand status" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand status" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand status" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand status" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and not __fish_seen_subcommand_from init show schema check" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and not __fish_seen_subcommand_from init show schema check" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and not __fish_seen_subcommand_from init show schema check" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and not __fish_seen_subcommand_from init show schema check" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and not __fish_seen_subcommand_from init show schema check" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and not __fish_seen_subcommand_from init show schema check" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and not __fish_seen_subcommand_from init show schema check" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and not __fish_seen_subcommand_from init show schema check" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and not __fish_seen_subcommand_from init show schema check" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and not __fish_seen_subcommand_from init show schema check" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and not __fish_seen_subcommand_from init show schema check" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and not __fish_seen_subcommand_from init show schema check" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and not __fish_seen_subcommand_from init show schema check" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and not __fish_seen_subcommand_from init show schema check" -f -a "init" -d 'Write the commented configuration with every default'
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and not __fish_seen_subcommand_from init show schema check" -f -a "show" -d 'Print every value in force'
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and not __fish_seen_subcommand_from init show schema check" -f -a "schema" -d 'Print the JSON Schema of every record that commands write'
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and not __fish_seen_subcommand_from init show schema check" -f -a "check" -d 'Validate a configuration file'
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from init" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from init" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from init" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from init" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from init" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from init" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from init" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from init" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from init" -l force -d 'Replace an existing file'
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from init" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from init" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from init" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from init" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from init" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from show" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from show" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from show" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from show" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from show" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from show" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from show" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from show" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from show" -l origin -d 'With the layer that set each'
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from show" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from show" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from show" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from show" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from show" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from schema" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from schema" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from schema" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from schema" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from schema" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from schema" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from schema" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from schema" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from schema" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from schema" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from schema" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from schema" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from schema" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from check" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from check" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from check" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from check" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from check" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from check" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from check" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from check" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from check" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from check" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from check" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from check" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand config; and __fish_seen_subcommand_from check" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and not __fish_seen_subcommand_from list pull path check" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and not __fish_seen_subcommand_from list pull path check" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and not __fish_seen_subcommand_from list pull path check" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and not __fish_seen_subcommand_from list pull path check" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and not __fish_seen_subcommand_from list pull path check" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and not __fish_seen_subcommand_from list pull path check" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and not __fish_seen_subcommand_from list pull path check" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and not __fish_seen_subcommand_from list pull path check" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and not __fish_seen_subcommand_from list pull path check" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and not __fish_seen_subcommand_from list pull path check" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and not __fish_seen_subcommand_from list pull path check" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and not __fish_seen_subcommand_from list pull path check" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and not __fish_seen_subcommand_from list pull path check" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and not __fish_seen_subcommand_from list pull path check" -f -a "list" -d 'Models that can be used, and which of them are here'
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and not __fish_seen_subcommand_from list pull path check" -f -a "pull" -d 'Download a model once'
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and not __fish_seen_subcommand_from list pull path check" -f -a "path" -d 'Print the folder that holds the configured model'
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and not __fish_seen_subcommand_from list pull path check" -f -a "check" -d 'Load the configured model, embed a text, show dimension and speed'
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from list" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from list" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from list" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from list" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from list" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from list" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from list" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from list" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from list" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from list" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from list" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from list" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from pull" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from pull" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from pull" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from pull" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from pull" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from pull" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from pull" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from pull" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from pull" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from pull" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from pull" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from pull" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from pull" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from path" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from path" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from path" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from path" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from path" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from path" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from path" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from path" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from path" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from path" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from path" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from path" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from path" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from check" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from check" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from check" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from check" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from check" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from check" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from check" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from check" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from check" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from check" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from check" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from check" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand model; and __fish_seen_subcommand_from check" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand doctor" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand doctor" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand doctor" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand doctor" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand doctor" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand doctor" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand doctor" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand doctor" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand doctor" -l repair -d 'Mend what can be made anew from what is there; memories are never touched'
complete -c octobrain -n "__fish_octobrain_using_subcommand doctor" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand doctor" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand doctor" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand doctor" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand doctor" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand backup" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand backup" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand backup" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand backup" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand backup" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand backup" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand backup" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand backup" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand backup" -l restore -d 'Put the store of this archive in place; the present one is moved aside and named'
complete -c octobrain -n "__fish_octobrain_using_subcommand backup" -l force -d 'Replace an existing archive'
complete -c octobrain -n "__fish_octobrain_using_subcommand backup" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand backup" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand backup" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand backup" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand backup" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand export" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand export" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand export" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand export" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand export" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand export" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand export" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand export" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand export" -l vectors -d 'Also the vectors, so that an import with the same model embeds nothing'
complete -c octobrain -n "__fish_octobrain_using_subcommand export" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand export" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand export" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand export" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand export" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand import" -l from -d 'What they are' -r -f -a "auto\t'Told from the input itself'
octobrain\t'Lines of `octobrain export`'
mcp-memory\t'The reference memory server\'s JSON lines: entities and relations'
mem0\t'What mem0 exports: an object with results, a list, or lines'
basic-memory\t'A folder of basic-memory\'s Markdown notes'
published\t'The folder of a published Octobrain\'s LanceDB tables'"
complete -c octobrain -n "__fish_octobrain_using_subcommand import" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand import" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand import" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand import" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand import" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand import" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand import" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand import" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand import" -l dry-run -d 'Say what would be done, and do nothing'
complete -c octobrain -n "__fish_octobrain_using_subcommand import" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand import" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand import" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand import" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand import" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and not __fish_seen_subcommand_from install show remove" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and not __fish_seen_subcommand_from install show remove" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and not __fish_seen_subcommand_from install show remove" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and not __fish_seen_subcommand_from install show remove" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and not __fish_seen_subcommand_from install show remove" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and not __fish_seen_subcommand_from install show remove" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and not __fish_seen_subcommand_from install show remove" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and not __fish_seen_subcommand_from install show remove" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and not __fish_seen_subcommand_from install show remove" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and not __fish_seen_subcommand_from install show remove" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and not __fish_seen_subcommand_from install show remove" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and not __fish_seen_subcommand_from install show remove" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and not __fish_seen_subcommand_from install show remove" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and not __fish_seen_subcommand_from install show remove" -f -a "install" -d 'Write one marked block into your crontab, or bring it up to date'
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and not __fish_seen_subcommand_from install show remove" -f -a "show" -d 'Print what stands in the block'
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and not __fish_seen_subcommand_from install show remove" -f -a "remove" -d 'Take the block out, and leave everything else as it is'
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from install" -l reindex -d 'When changed sources are read again and missing vectors made; off leaves it out' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from install" -l sleep -d 'When near-duplicates are folded; off leaves it out' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from install" -l decay -d 'When it is noted what has faded; off leaves it out' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from install" -l log -d 'Append the records of each run to this file; problems still go to cron, which mails them' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from install" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from install" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from install" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from install" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from install" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from install" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from install" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from install" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from install" -l dry-run -d 'Print the block, and change nothing'
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from install" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from install" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from install" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from install" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from install" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from show" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from show" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from show" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from show" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from show" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from show" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from show" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from show" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from show" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from show" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from show" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from show" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from show" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from remove" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from remove" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from remove" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from remove" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from remove" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from remove" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from remove" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from remove" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from remove" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from remove" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from remove" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from remove" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand cron; and __fish_seen_subcommand_from remove" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand man" -l dir -d 'Write every page into this folder instead' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand man" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand man" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand man" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand man" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand man" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand man" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand man" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand man" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand man" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand man" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand man" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand man" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand man" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand completions" -l dir -d 'Write the scripts of every shell into this folder instead' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand completions" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand completions" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand completions" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand completions" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand completions" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand completions" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand completions" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand completions" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand completions" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand completions" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand completions" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand completions" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand completions" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -f -a "memorize" -d 'Store memories: one from flags, or many from JSON lines on stdin'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -f -a "remember" -d 'Recall memories by meaning and by word'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -f -a "forget" -d 'Remove memories; without --confirm only show which would go'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -f -a "get" -d 'Print memories by id'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -f -a "list" -d 'Print memories that pass filters'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -f -a "update" -d 'Change memories in place'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -f -a "relate" -d 'Tie two memories, or untie them'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -f -a "graph" -d 'Print the memories around one memory and their links'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -f -a "history" -d 'Print what happened to a memory, when, and by what'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -f -a "consolidate" -d 'Close a goal: what achieved it is folded behind one closing note'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -f -a "sleep" -d 'Fold memories that say the same into one, in every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -f -a "sleep-consolidate" -d 'Fold memories that say the same into one, in every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -f -a "decay" -d 'Print what has faded since the last run, in every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -f -a "undo" -d 'Take back what sleep or consolidate did'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -f -a "recent" -d 'List the newest memories'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -f -a "by-type" -d 'List memories of a type'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -f -a "by-tags" -d 'List memories with any of these tags'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -f -a "for-files" -d 'List memories tied to any of these files'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -f -a "relationships" -d 'Print the links of a memory'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -f -a "related" -d 'Print the memories that a memory is linked to'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -f -a "auto-link" -d 'Tie a memory to the ones that say nearly the same'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and not __fish_seen_subcommand_from memorize remember forget get list update relate graph history consolidate sleep sleep-consolidate decay undo recent by-type by-tags for-files relationships related auto-link stats" -f -a "stats" -d 'Count memories by type, state and source'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from memorize" -l title -d 'A title [default: the content\'s first sentence]' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from memorize" -l content -d 'The fact, 10 to 10,000 characters' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from memorize" -l memory-type -l type -d 'What it is about [default: insight]' -r -f -a "code\t''
architecture\t''
bug_fix\t''
feature\t''
documentation\t''
user_preference\t''
decision\t''
learning\t''
configuration\t''
testing\t''
performance\t''
security\t''
validation\t''
research\t''
workflow\t''
requirement\t''
design\t''
integration\t''
communication\t''
process\t''
insight\t''
goal\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from memorize" -l importance -d '0.0 to 1.0: user-stated 0.8–1.0, decisions 0.7–0.9, fixes 0.6–0.8, inferences 0.3–0.6' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from memorize" -l source -d 'Who vouches for it [default: agent_inferred]' -r -f -a "user_confirmed\t''
agent_inferred\t''
imported\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from memorize" -l tags -l tag -d 'Tags, with commas or repeated' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from memorize" -l files -l related-files -l file -d 'Related files, with commas or repeated' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from memorize" -l key -d 'Your own key: memorizing it again changes the record in place' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from memorize" -l role -d 'Who it is for, such as developer or reviewer' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from memorize" -l related-to -d 'Tie it to a memory: an id and what the new one is to it, such as 0198c5f2:supersedes' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from memorize" -l on-similar -d 'What to do when one that says nearly the same is there [default: link]' -r -f -a "link\t'Store it and tie the two'
skip\t'Leave it'
fail\t'Refuse it'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from memorize" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from memorize" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from memorize" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from memorize" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from memorize" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from memorize" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from memorize" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from memorize" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from memorize" -l dry-run -d 'Say what would be done, and do nothing'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from memorize" -l redact -d 'Replace secrets such as tokens and passwords, where without this the memory is refused'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from memorize" -l allow-secrets -d 'Store secrets as they are'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from memorize" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from memorize" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from memorize" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from memorize" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from memorize" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from remember" -s n -l limit -d 'Most hits a query, up to 1,000' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from remember" -l min-relevance -l min-score -d 'Relevance, 0 to 1, below which nothing is shown [default: search.similarity_threshold]' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from remember" -l mode -d 'Which legs search' -r -f -a "hybrid\t'Words and meaning'
lexical\t'Words alone'
vector\t'Meaning alone'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from remember" -l syntax -d 'Plain text, or "phrase", +must and -not as orders [default: plain]' -r -f -a "plain\t'All of it is text; a quoted phrase raises what holds it'
operators\t'"phrase" and +word are required, -word excludes'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from remember" -l as-of -d 'What was known then: later memories and later supersessions do not count' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from remember" -l budget -d 'Stop before the hits of a query exceed this many tokens, by estimate' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from remember" -l memory-type -l type -l memory-types -d 'Any of these types' -r -f -a "code\t''
architecture\t''
bug_fix\t''
feature\t''
documentation\t''
user_preference\t''
decision\t''
learning\t''
configuration\t''
testing\t''
performance\t''
security\t''
validation\t''
research\t''
workflow\t''
requirement\t''
design\t''
integration\t''
communication\t''
process\t''
insight\t''
goal\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from remember" -l tags -l tag -d 'Any of these tags' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from remember" -l files -l related-files -l file -d 'Any of these files' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from remember" -l state -d 'Any of these states' -r -f -a "working\t''
consolidated\t''
archived\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from remember" -l source -d 'Any of these sources' -r -f -a "user_confirmed\t''
agent_inferred\t''
imported\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from remember" -l role -d 'Meant for this role' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from remember" -l created-after -l since -d 'Created at or after: RFC 3339, a date, yesterday, 7d' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from remember" -l created-before -l until -d 'Created before: RFC 3339, a date (to its end), yesterday, 7d' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from remember" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from remember" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from remember" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from remember" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from remember" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from remember" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from remember" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from remember" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from remember" -l explain -d 'Add what each leg said'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from remember" -l no-neighbors -d 'Leave out the records linked to each hit'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from remember" -l no-track -d 'Do not count this as a use of what is found'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from remember" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from remember" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from remember" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from remember" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from remember" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from forget" -l memory-id -d 'An id once more, as the guides write it' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from forget" -l query -d 'What `remember` would answer to this' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from forget" -l min-relevance -l min-score -d 'Relevance, 0 to 1, below which nothing is selected [default: search.similarity_threshold]' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from forget" -s n -l limit -d 'Most memories that a query selects' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from forget" -l memory-type -l type -l memory-types -d 'Any of these types' -r -f -a "code\t''
architecture\t''
bug_fix\t''
feature\t''
documentation\t''
user_preference\t''
decision\t''
learning\t''
configuration\t''
testing\t''
performance\t''
security\t''
validation\t''
research\t''
workflow\t''
requirement\t''
design\t''
integration\t''
communication\t''
process\t''
insight\t''
goal\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from forget" -l tags -l tag -d 'Any of these tags' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from forget" -l files -l related-files -l file -d 'Any of these files' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from forget" -l state -d 'Any of these states' -r -f -a "working\t''
consolidated\t''
archived\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from forget" -l source -d 'Any of these sources' -r -f -a "user_confirmed\t''
agent_inferred\t''
imported\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from forget" -l role -d 'Meant for this role' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from forget" -l created-after -l since -d 'Created at or after: RFC 3339, a date, yesterday, 7d' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from forget" -l created-before -l until -d 'Created before: RFC 3339, a date (to its end), yesterday, 7d' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from forget" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from forget" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from forget" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from forget" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from forget" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from forget" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from forget" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from forget" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from forget" -l confirm -l yes -d 'Remove them; without it they are only shown'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from forget" -l purge -d 'Rewrite the files of the store too, so that the text is in none of them'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from forget" -l with-derived -d 'Take along the memories that quote them'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from forget" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from forget" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from forget" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from forget" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from forget" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from get" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from get" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from get" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from get" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from get" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from get" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from get" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from get" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from get" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from get" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from get" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from get" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from get" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from list" -s n -l limit -d 'Most memories' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from list" -l sort -d 'Order, newest or highest first' -r -f -a "created\t'When it was stored'
updated\t'When it last changed'
importance\t'Its importance'
effective\t'What is left of its importance'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from list" -l memory-type -l type -l memory-types -d 'Any of these types' -r -f -a "code\t''
architecture\t''
bug_fix\t''
feature\t''
documentation\t''
user_preference\t''
decision\t''
learning\t''
configuration\t''
testing\t''
performance\t''
security\t''
validation\t''
research\t''
workflow\t''
requirement\t''
design\t''
integration\t''
communication\t''
process\t''
insight\t''
goal\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from list" -l tags -l tag -d 'Any of these tags' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from list" -l files -l related-files -l file -d 'Any of these files' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from list" -l state -d 'Any of these states' -r -f -a "working\t''
consolidated\t''
archived\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from list" -l source -d 'Any of these sources' -r -f -a "user_confirmed\t''
agent_inferred\t''
imported\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from list" -l role -d 'Meant for this role' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from list" -l created-after -l since -d 'Created at or after: RFC 3339, a date, yesterday, 7d' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from list" -l created-before -l until -d 'Created before: RFC 3339, a date (to its end), yesterday, 7d' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from list" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from list" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from list" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from list" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from list" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from list" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from list" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from list" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from list" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from list" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from list" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from list" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from update" -l title -d 'A new title; empty for the content\'s first sentence' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from update" -l content -d 'A new text' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from update" -l memory-type -l type -d 'What it is about' -r -f -a "code\t''
architecture\t''
bug_fix\t''
feature\t''
documentation\t''
user_preference\t''
decision\t''
learning\t''
configuration\t''
testing\t''
performance\t''
security\t''
validation\t''
research\t''
workflow\t''
requirement\t''
design\t''
integration\t''
communication\t''
process\t''
insight\t''
goal\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from update" -l importance -d '0.0 to 1.0' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from update" -l source -d 'Who vouches for it' -r -f -a "user_confirmed\t''
agent_inferred\t''
imported\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from update" -l state -d 'Where it stands in its life' -r -f -a "working\t''
consolidated\t''
archived\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from update" -l key -d 'A new key; empty for none' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from update" -l role -d 'Who it is for; empty for everybody' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from update" -l tags -l tag -d 'Tags in place of the present ones' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from update" -l add-tags -l add-tag -d 'Tags beside the present ones' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from update" -l remove-tags -l remove-tag -d 'Tags to take away' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from update" -l files -l related-files -l file -d 'Files in place of the present ones' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from update" -l add-files -l add-file -d 'Files beside the present ones' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from update" -l remove-files -l remove-file -d 'Files to take away' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from update" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from update" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from update" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from update" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from update" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from update" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from update" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from update" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from update" -l redact -d 'Replace secrets such as tokens and passwords, where without this the change is refused'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from update" -l allow-secrets -d 'Store secrets as they are'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from update" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from update" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from update" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from update" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from update" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from relate" -l relation -l relationship-type -d 'What FROM is to TO [default: related_to]' -r -f -a "related_to\t''
depends_on\t''
supersedes\t''
similar\t''
conflicts\t''
implements\t''
extends\t''
achieves\t''
closes\t''
auto_linked\t''
consolidates\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from relate" -l strength -d '0.0 to 1.0 [default: 1]' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from relate" -l description -d 'Why they are tied' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from relate" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from relate" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from relate" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from relate" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from relate" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from relate" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from relate" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from relate" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from relate" -l remove -d 'Remove the link, or all links from FROM to TO when no relation is given'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from relate" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from relate" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from relate" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from relate" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from relate" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from graph" -l depth -d 'Most steps from it' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from graph" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from graph" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from graph" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from graph" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from graph" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from graph" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from graph" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from graph" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from graph" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from graph" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from graph" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from graph" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from graph" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from history" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from history" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from history" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from history" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from history" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from history" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from history" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from history" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from history" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from history" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from history" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from history" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from history" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from consolidate" -l summary -d 'Text of the closing note; - reads stdin [default: put together from what achieved the goal]' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from consolidate" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from consolidate" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from consolidate" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from consolidate" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from consolidate" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from consolidate" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from consolidate" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from consolidate" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from consolidate" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from consolidate" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from consolidate" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from consolidate" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from consolidate" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep" -l threshold -d 'Cosine, 0 to 1, that every two of a cluster must reach [default: memory.sleep_consolidation_threshold]' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep" -l min-size -l min-cluster-size -d 'Fewest memories that make a cluster [default: memory.sleep_consolidation_min_cluster_size]' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep" -l max-age-days -d 'Leave older memories alone [default: memory.sleep_consolidation_max_age_days]' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep" -l apply -d 'Carry out plan records from stdin, whose title and content may have been edited' -r -f -a "-\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep" -l max-seconds -d 'Begin nothing new after so long' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep" -l dry-run -d 'Print the plan, and do nothing'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep" -l if-due -d 'Only where the last pass is memory.sleep_consolidation_interval_hours ago, for cron'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep" -l if-free -d 'Leave it to another one that is at work already, for cron'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep" -l background -d 'Started by another command, whose open files are not to be held'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep" -l until-eof -d 'End when stdin ends: who started it is gone then'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep-consolidate" -l threshold -d 'Cosine, 0 to 1, that every two of a cluster must reach [default: memory.sleep_consolidation_threshold]' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep-consolidate" -l min-size -l min-cluster-size -d 'Fewest memories that make a cluster [default: memory.sleep_consolidation_min_cluster_size]' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep-consolidate" -l max-age-days -d 'Leave older memories alone [default: memory.sleep_consolidation_max_age_days]' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep-consolidate" -l apply -d 'Carry out plan records from stdin, whose title and content may have been edited' -r -f -a "-\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep-consolidate" -l max-seconds -d 'Begin nothing new after so long' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep-consolidate" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep-consolidate" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep-consolidate" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep-consolidate" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep-consolidate" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep-consolidate" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep-consolidate" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep-consolidate" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep-consolidate" -l dry-run -d 'Print the plan, and do nothing'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep-consolidate" -l if-due -d 'Only where the last pass is memory.sleep_consolidation_interval_hours ago, for cron'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep-consolidate" -l if-free -d 'Leave it to another one that is at work already, for cron'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep-consolidate" -l background -d 'Started by another command, whose open files are not to be held'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep-consolidate" -l until-eof -d 'End when stdin ends: who started it is gone then'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep-consolidate" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep-consolidate" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep-consolidate" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep-consolidate" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from sleep-consolidate" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from decay" -l min-change -d 'Tell only of memories that have moved by more than this since the last run' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from decay" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from decay" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from decay" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from decay" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from decay" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from decay" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from decay" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from decay" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from decay" -l dry-run -d 'Change nothing: the next run tells the same'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from decay" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from decay" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from decay" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from decay" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from decay" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from undo" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from undo" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from undo" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from undo" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from undo" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from undo" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from undo" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from undo" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from undo" -l list -d 'Print the runs, oldest first'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from undo" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from undo" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from undo" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from undo" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from undo" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from recent" -s n -l limit -d 'Most memories' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from recent" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from recent" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from recent" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from recent" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from recent" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from recent" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from recent" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from recent" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from recent" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from recent" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from recent" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from recent" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from recent" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from by-type" -s n -l limit -d 'Most memories' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from by-type" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from by-type" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from by-type" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from by-type" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from by-type" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from by-type" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from by-type" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from by-type" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from by-type" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from by-type" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from by-type" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from by-type" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from by-type" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from by-tags" -s n -l limit -d 'Most memories' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from by-tags" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from by-tags" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from by-tags" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from by-tags" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from by-tags" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from by-tags" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from by-tags" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from by-tags" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from by-tags" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from by-tags" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from by-tags" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from by-tags" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from by-tags" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from for-files" -s n -l limit -d 'Most memories' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from for-files" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from for-files" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from for-files" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from for-files" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from for-files" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from for-files" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from for-files" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from for-files" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from for-files" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from for-files" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from for-files" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from for-files" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from for-files" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from relationships" -l relation -l relationship-type -d 'Only by these relations' -r -f -a "related_to\t''
depends_on\t''
supersedes\t''
similar\t''
conflicts\t''
implements\t''
extends\t''
achieves\t''
closes\t''
auto_linked\t''
consolidates\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from relationships" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from relationships" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from relationships" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from relationships" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from relationships" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from relationships" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from relationships" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from relationships" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from relationships" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from relationships" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from relationships" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from relationships" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from relationships" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from related" -l relation -l relationship-type -d 'Only by these relations' -r -f -a "related_to\t''
depends_on\t''
supersedes\t''
similar\t''
conflicts\t''
implements\t''
extends\t''
achieves\t''
closes\t''
auto_linked\t''
consolidates\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from related" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from related" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from related" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from related" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from related" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from related" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from related" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from related" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from related" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from related" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from related" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from related" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from related" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from auto-link" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from auto-link" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from auto-link" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from auto-link" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from auto-link" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from auto-link" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from auto-link" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from auto-link" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from auto-link" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from auto-link" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from auto-link" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from auto-link" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from auto-link" -s h -l help -d 'Print help'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from stats" -l store -d 'Use the store in this folder' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from stats" -l config -d 'Read this configuration file instead of the user\'s' -r -F
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from stats" -l scope -d 'Work in this scope instead of the folder\'s own' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from stats" -l format -d 'Format of stdout [default: text on a terminal, jsonl elsewhere]' -r -f -a "auto\t'Text on a terminal, jsonl elsewhere'
jsonl\t'One JSON object a line'
json\t'One JSON array'
text\t'For reading'
md\t'Markdown'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from stats" -l error-format -d 'Format of problems on stderr' -r -f -a "text\t'For reading'
json\t'One JSON object a problem'"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from stats" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from stats" -l now -d 'Fix the clock, for scripts and tests' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from stats" -l lock-timeout -d 'How long to wait for a busy store' -r
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from stats" -l global -d 'Work in the global scope: what is true everywhere'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from stats" -l all-scopes -d 'Read every scope'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from stats" -l json -d 'Short for --format jsonl'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from stats" -s q -l quiet -d 'No warnings and no progress'
complete -c octobrain -n "__fish_octobrain_using_subcommand memory; and __fish_seen_subcommand_from stats" -s h -l help -d 'Print help'
